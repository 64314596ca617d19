import { day, dayOfMonth, nameOfMonth } from './format.ts';

/** How dates are written in a language. */
export interface Habits {
  /** Whether the day comes before the month: 17.5.1980 or 5/17/1980. */
  readonly isDayFirst: boolean;
  /** The names of each month, in small letters. */
  readonly months: readonly (readonly string[])[];
}

let ours: Habits | undefined;

/** Those of the language of the page. */
function habits(): Habits {
  if (ours) return ours;
  // It has each of its numbers once.
  const written = day('1983-12-25T12:00');
  const months = Array.from({ length: 12 }, (_, nth) => {
    const number = String(nth + 1).padStart(2, '0');
    return [dayOfMonth(`1983-${number}-25`), nameOfMonth(new Date(1983, nth, 15))].map(
      (shown) => /\p{L}+/u.exec(shown)?.[0].toLowerCase() ?? '',
    );
  });
  ours = { isDayFirst: written.indexOf('25') < written.search(/12|\p{L}/u), months };
  return ours;
}

/**
 * A date as the page writes dates (17.5.1980, 17. Mai 1980, May 17, 1980), as the engine takes it: 1980-05-17. A month
 * with its year becomes 1980-05. Any other text stays as it was typed, so that the engine says what is wrong with it.
 */
export const dateTyped = (text: string): string => dateIn(text, habits());

export function dateIn(text: string, { isDayFirst, months }: Habits): string {
  const parts =
    text
      .trim()
      .toLowerCase()
      .match(/\p{L}+|\d+/gu) ?? [];
  const isPlain = /^[\p{L}\d\s.,/]+$/u.test(text.trim());
  const year = parts.at(-1) ?? '';
  if (!isPlain || parts.length < 2 || parts.length > 3 || !/^\d{4}$/u.test(year)) return text;
  const rest = parts.slice(0, -1);
  const named = rest.findIndex((part) => /\p{L}/u.test(part));
  if (named === -1) {
    const [first = '', second] = rest;
    if (second === undefined) return dateOf(year, Number(first), null) ?? text;
    const [dayOf, month] = isDayFirst ? [first, second] : [second, first];
    return dateOf(year, Number(month), Number(dayOf)) ?? text;
  }
  const month = months.findIndex((names) => names.includes(rest[named] ?? '')) + 1;
  const [dayOf] = rest.filter((_, nth) => nth !== named);
  return dateOf(year, month, dayOf === undefined ? null : Number(dayOf)) ?? text;
}

/** Null if there is no such day. */
function dateOf(year: string, month: number, dayOf: number | null): string | null {
  if (!(month >= 1 && month <= 12)) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  if (dayOf === null) return `${year}-${two(month)}`;
  const last = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
  return dayOf >= 1 && dayOf <= last ? `${year}-${two(month)}-${two(dayOf)}` : null;
}
