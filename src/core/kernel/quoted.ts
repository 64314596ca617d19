import type { Json } from './json.ts';
import type { Leaf, Quoted, QuotedValue } from './says.ts';

/** A text by someone else as a fact, with what is over the limit left out. */
export const quote = (text: string, maxChars = Infinity): Quoted => {
  const whole = text.toWellFormed();
  const kept = cut(whole, maxChars);
  return kept.length === whole.length ? { quoted: whole } : { quoted: kept, length: whole.length };
};

/** A value by someone else as a fact, with what is over the limit left out. */
export const quoteValue = (value: Json, maxChars: number): QuotedValue =>
  quoteTexts(JSON.stringify(value), maxChars);

/** Texts between quotation marks, as JSON has them, as one fact. */
export function quoteTexts(json: string, maxChars: number): QuotedValue {
  if (json.length <= maxChars) return { json };
  return { json: cut(json, maxChars).replace(HALF_ESCAPE, '$1'), length: json.length };
}

/** The same fact with no more than so many characters. */
export function shorter(fact: Leaf, maxChars: number): Leaf {
  if (typeof fact !== 'object' || fact === null) return fact;
  if ('json' in fact) {
    const { json, length = json.length } = fact;
    return json.length <= maxChars ? fact : { ...quoteTexts(json, maxChars), length };
  }
  const { quoted: text, length = text.length } = fact;
  return text.length <= maxChars ? fact : { quoted: cut(text, maxChars), length };
}

/** How a language says that so many characters are left out. */
export type SaysMore = (chars: number) => string;
const more: SaysMore = (chars) => `… (${chars} more)`;

/**
 * A text by someone else for a person who decides by it: between quotation marks as JSON has them, on one line, without
 * invisible characters or changes of text direction, and with the number of characters left out.
 */
export const inMarks = (quoted: Quoted, left: SaysMore = more): string =>
  withoutInvisible(JSON.stringify(bare(quoted, left)));

/** The same without the marks, for an address, which has no blanks. */
export const bare = ({ quoted, length = quoted.length }: Quoted, left: SaysMore = more): string =>
  length === quoted.length ? quoted : `${quoted}${left(length - quoted.length)}`;

/** The same for a value: each text in it is between quotation marks, also one that is cut. */
export function asJson({ json, length = json.length }: QuotedValue, left: SaysMore = more): string {
  if (length === json.length) return withoutInvisible(json);
  const marks = (json.match(/\\.|"/gsu) ?? []).filter((one) => one === '"').length;
  return withoutInvisible(`${json}${marks % 2 === 0 ? '' : '"'}${left(length - json.length)}`);
}

/** `inMarks` of a text, at once. */
export const quoted = (text: string, maxChars: number): string => inMarks(quote(text, maxChars));

/** `asJson` of a value, at once. */
export const quotedJson = (value: Json, maxChars: number): string => asJson(quoteValue(value, maxChars));

/** A text with texts in quotes, as JSON has them, cut so that each of them keeps both its marks. */
export const shortenedQuotes = (text: string, maxChars: number): string => asJson(quoteTexts(text, maxChars));

export const shortened = (text: string, maxChars: number): string => bare(quote(text, maxChars));

/** Half of a character is no character. */
const cut = (text: string, maxChars: number): string =>
  text.length <= maxChars ? text : text.slice(0, maxChars).replace(/[\ud800-\udbff]$/u, '');

/** After any number of whole backslashes. */
const HALF_ESCAPE = /((?:^|[^\\])(?:\\\\)*)\\(?:u[\da-f]{0,3})?$/su;

/** U+2800 is an empty pattern of Braille. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const withoutInvisible = (text: string): string =>
  text.replace(INVISIBLE, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
