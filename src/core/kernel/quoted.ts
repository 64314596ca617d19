import type { Json } from './json.ts';

/**
 * A model's text for a person who decides by it: in quotes, on one line, without invisible characters or changes of
 * text direction, and with the number of characters left out.
 */
export const quoted = (text: string, maxChars: number): string =>
  withoutInvisible(JSON.stringify(shortened(text.toWellFormed(), maxChars)));

/** The same for a value: as JSON, in which each text is in quotes, also one that is cut. */
export const quotedJson = (value: Json, maxChars: number): string =>
  withoutInvisible(shortenedQuotes(JSON.stringify(value), maxChars));

/** A text with texts in quotes, as JSON has them, cut so that each of them keeps both its marks. */
export function shortenedQuotes(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const cut = text
    .slice(0, maxChars)
    .replace(/[\ud800-\udbff]$/u, '')
    .replace(HALF_ESCAPE, '$1');
  const marks = (cut.match(/\\.|"/gsu) ?? []).filter((one) => one === '"').length;
  return `${cut}${marks % 2 === 0 ? '' : '"'}… (${text.length - cut.length} more)`;
}

/** After any number of whole backslashes. */
const HALF_ESCAPE = /((?:^|[^\\])(?:\\\\)*)\\(?:u[\da-f]{0,3})?$/su;

/** U+2800 is an empty pattern of Braille. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const withoutInvisible = (text: string): string =>
  text.replace(INVISIBLE, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);

export const shortened = (text: string, maxChars: number): string =>
  text.length <= maxChars
    ? text
    : `${text.slice(0, maxChars).replace(/[\ud800-\udbff]$/u, '')}… (${text.length - maxChars} more)`;
