import { asJson, bare, inMarks, type SaysMore } from '../../../core/kernel/quoted.ts';
import type { Quoted, QuotedValue } from '../../../core/kernel/says.ts';

const LOCALE = 'de';
const more: SaysMore = (chars) => `… (${chars} weitere)`;

/** A text by someone else, between German marks, unless it has some itself: then it would seem to end there. */
export function quoted(text: Quoted): string {
  const whole = inMarks(text, more);
  return /[„“”\\]/u.test(whole) ? whole : `„${whole.slice(1, -1)}“`;
}
export const json = (value: QuotedValue): string => asJson(value, more);
export const plain = (text: Quoted): string => bare(text, more);

export const allQuoted = (texts: readonly Quoted[]): string => texts.map(quoted).join(', ');

export const number = (value: number): string => value.toLocaleString(LOCALE);
/** `1 Zeile`, `2 Zeilen`. */
export const counted = (count: number, one: string, several: string): string =>
  `${number(count)} ${count === 1 ? one : several}`;

/** With all digits, because a person decides by it. */
export const dollars = (usd: number): string =>
  usd.toLocaleString(LOCALE, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 20,
    trailingZeroDisplay: 'stripIfInteger',
  });

/** The length of the whole of it. */
export const charsOf = ({ quoted: text, length = text.length }: Quoted): string =>
  `${number(length)} Zeichen`;

/** As the clocks of the zone show it, with the day of the week. */
export const minuteIn = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);

/** `a, b und c`. */
export const listed = (values: readonly string[]): string =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} und ${values.at(-1)}`;

/** `a, b oder c`. */
export const oneOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} oder ${names.at(-1)}`;
