import type { Json } from './json.ts';
import type { Says } from './says.ts';
import { say } from './value-says.ts';

/**
 * Whether a number of JavaScript keeps what this decimal number says, and shows it again. From 2^53 on it has room for some
 * whole numbers only: ids of other systems are often longer.
 */
export function isExact(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) return false;
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true;
  return digitsOf(literal) === digitsOf(String(value));
}

/** Without sign, point, exponent, and the zeros at both ends. */
const digitsOf = (literal: string): string =>
  literal
    .replace(/e.*$/iu, '')
    .replaceAll(/[^\d]/gu, '')
    .replaceAll(/^0+|0+$/gu, '');

/** A number that would not be kept as it was written. */
class InexactNumber extends Error {
  readonly says: Says;

  constructor(literal: string) {
    const digits = literal.length <= 40 ? literal : `${literal.slice(0, 40)}…`;
    super(
      `The number ${digits} has more digits than a number keeps, and would be changed. Write it as a text, in quotes: "${digits}".`,
    );
    this.says = say('value.inexact', { digits });
    this.name = 'InexactNumber';
  }
}

export const isInexactNumber = (error: unknown): error is InexactNumber =>
  (error as { name?: unknown } | null)?.name === 'InexactNumber';

/** The value of a text in JSON, all of whose numbers are kept as they are written. @throws SyntaxError, InexactNumber */
export function exactJson(text: string): Json {
  const value = JSON.parse(text) as Json;
  refuseInexact(value, () => text);
  return value;
}

/**
 * For a value that was parsed elsewhere. `text` is asked for where a number in it is large; null: the text is not known.
 * @throws InexactNumber
 */
export function refuseInexact(value: unknown, text: () => string | null): void {
  const large = largeNumberIn(value);
  if (large === null) return;
  const known = text();
  const literal =
    known === null ? String(large) : literalsIn(known).find((one) => !isExact(one.literal))?.literal;
  if (literal !== undefined) throw new InexactNumber(literal);
}

/**
 * The value of a text in JSON that others wrote, who cannot be asked to write it otherwise: a number that would be changed
 * comes as the text of its digits. @throws SyntaxError
 */
export function jsonWithDigits(text: string): Json {
  const value = JSON.parse(text) as Json;
  return largeNumberIn(value) === null ? value : (JSON.parse(quotedIn(text)) as Json);
}

/** The same as a text, for who parses it elsewhere; what is no JSON stays as it is. */
export function textWithDigits(text: string): string {
  try {
    return largeNumberIn(JSON.parse(text)) === null ? text : quotedIn(text);
  } catch {
    return text;
  }
}

function quotedIn(text: string): string {
  let kept = '';
  let from = 0;
  for (const { literal, at } of literalsIn(text)) {
    if (isExact(literal)) continue;
    kept += `${text.slice(from, at)}"${literal}"`;
    from = at + literal.length;
  }
  return kept + text.slice(from);
}

/** Not recursive: a value may be deep. Every literal that is not kept gives such a number. */
function largeNumberIn(value: unknown): number | null {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'number') {
      if (!(Math.abs(one) <= Number.MAX_SAFE_INTEGER)) return one;
    } else if (typeof one === 'object' && one !== null)
      for (const inner of Object.values(one)) left.push(inner);
  }
  return null;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/giu;

/** The numbers of a text in JSON, with their places. */
function literalsIn(text: string): readonly { readonly literal: string; readonly at: number }[] {
  const found: { readonly literal: string; readonly at: number }[] = [];
  for (let from = 0; from < text.length;) {
    const quote = text.indexOf('"', from);
    const until = quote === -1 ? text.length : quote;
    for (const { 0: literal, index } of text.slice(from, until).matchAll(NUMBER))
      found.push({ literal, at: from + index });
    from = quote === -1 ? text.length : endOfString(text, quote + 1);
  }
  return found;
}

/** After the quotation mark that ends the string which begins at `from`. */
function endOfString(text: string, from: number): number {
  for (let at = from; ;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return text.length;
    let escapes = quote;
    while (escapes > from && text[escapes - 1] === '\\') escapes -= 1;
    if ((quote - escapes) % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}
