// Every date, number and amount of the page, as the language of the page writes it. No other file asks `Intl`.
import { language } from '#words/language.ts';
import { partWords } from '#words/parts.ts';

/** The language of the page, with the region that the browser names for it: dates differ by region. */
const locale =
  (globalThis.navigator?.languages ?? []).find((tag) => tag.split('-')[0] === language) ?? language;

/** Made at its first use: the browser's tables of a language take long to load, and the page begins without them. */
function atFirstUse<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

const dollarsOf = (digits: number) =>
  atFirstUse(
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: 'USD',
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: 2,
        maximumFractionDigits: digits,
        trailingZeroDisplay: 'stripIfInteger',
      }),
  );
const [largeDollars, smallDollars] = [dollarsOf(2), dollarsOf(4)];
/** Loads the browser's tables for amounts, as `loadDates` does for dates. Repeatable. */
export const loadAmounts = (): void => void smallDollars().format(0);
/** Dollars with the digits that matter: $12.34, $0.50, $3, $0.0021. */
export const dollars = (costUsd: number): string =>
  (Math.abs(costUsd) < 1 ? smallDollars() : largeDollars()).format(costUsd);

/** An amount with the code of its currency; without a currency, or with one that does not exist, as a number. */
export function money(value: number, currency: string | null): string {
  if (currency === null) return count(value);
  try {
    return value.toLocaleString(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'code',
      minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
      maximumFractionDigits: 4,
    });
  } catch {
    return `${count(value)} ${currency}`;
  }
}

const numbers = atFirstUse(() => new Intl.NumberFormat(locale));
/** Below this, whole numbers are written alike in all languages of the page, and need no tables. */
const GROUPED = 1_000;
/** A number: 1,234.5 in English. */
export const count = (value: number): string =>
  Number.isInteger(value) && value >= 0 && value < GROUPED ? String(value) : numbers().format(value);

const ungrouped = atFirstUse(
  () => new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }),
);
/** A number that may be a year or an id: 1234.5 in English. */
export const plain = (value: number): string => ungrouped().format(value);

/** What stands before decimals. */
export const decimalMark = (): string => plain(0.5).replaceAll(/\d/gu, '');

const lists = atFirstUse(() => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }));
/** Names, one after the other. */
export const listed = (names: readonly string[]): string => lists().format(names);

const percents = atFirstUse(
  () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
);
/** A share of 1, in percent. */
export const share = (value: number): string => percents().format(value);

const moments = atFirstUse(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
);
export const moment = (time: string): string => moments().format(new Date(time));

const hours = atFirstUse(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));
const clock = atFirstUse(() => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }));
const days = atFirstUse(() => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }));
const daysOfUtc = atFirstUse(
  () => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
);
const dates = atFirstUse(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
const weekdays = atFirstUse(() => new Intl.DateTimeFormat(locale, { weekday: 'long' }));
const months = atFirstUse(() => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }));

const wholeDaysOfUtc = atFirstUse(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
);
/** A day like 2026-05-31, which has no time zone. */
export const dayOf = (day: string): string => wholeDaysOfUtc().format(new Date(`${day}T00:00Z`));

/** A day that may be only a part of one, such as a year: a whole one as the language writes it, the others as they are. */
export const dayOrPart = (text: string): string => (isDay(text) ? dayOf(text) : text);

/** The parser takes 31 February for 3 March. */
function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text;
}

/** The day and the month of a day like 2026-05-31, which has no time zone. */
export const dayOfMonth = (day: string): string => daysOfUtc().format(new Date(`${day}T00:00Z`));
export const day = (time: string): string => dates().format(new Date(time));
export const nameOfDay = (date: Date): string => weekdays().format(date);
export const nameOfMonth = (date: Date): string => months().format(date);

/** Loads the browser's tables for dates: most of the time of the first date. Repeatable. */
export const loadDates = (): void => void hours().format(0);

/** The time of day for what happened today, and the date for anything before, with the year if it is another one. */
export function shortMoment(time: string): string {
  const [date, now] = [new Date(time), new Date()];
  if (date.toDateString() === now.toDateString()) return hours().format(date);
  return date.getFullYear() === now.getFullYear() ? days().format(date) : day(time);
}

/** The time of day with its seconds, for what is near. */
export const timeOfDay = (time: string): string => clock().format(new Date(time));

const isOf12Hours = atFirstUse(
  () => new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true,
);
/** As the language writes a time of the day, by its minute, where it counts the hours twice; null where it is 09:00. */
export const clockHabit = (): ((minute: number) => string) | null =>
  isOf12Hours() ? (minute) => hours().format(new Date(2024, 0, 1, 0, minute)) : null;
const weekday = atFirstUse(
  () =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      // As `timeStyle` has it: 08:00, and 8:00 AM.
      hour: isOf12Hours() ? 'numeric' : '2-digit',
      minute: '2-digit',
    }),
);

/** With the day of the week, for what is still to come. */
export const dayAndTime = (time: string): string => weekday().format(new Date(time));

const fromNow = atFirstUse(() => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }));
/** Seconds. */
const JUST_NOW = 5;
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** A unit, its length, and from how far on it is precise enough. */
const STEPS = [
  ['year', 365 * DAY, 2 * 365 * DAY],
  ['month', 30 * DAY, 60 * DAY],
  ['week', 7 * DAY, 21 * DAY],
  ['day', DAY, 1.5 * DAY],
  ['hour', 60 * MINUTE, 90 * MINUTE],
  ['minute', MINUTE, MINUTE],
] as const;

/** Loads the browser's tables for distances in time, as `loadDates` does for dates. Repeatable. */
export const loadDistances = (): void => void fromNow().format(0, 'day');

/** How far it is from now, in a unit that says enough: in 3 hours, 2 days ago. */
export function relative(time: string, now: number): string {
  const exact = (Date.parse(time) - now) / 1000;
  if (exact > -JUST_NOW && exact < 0.5) return partWords.justNow;
  // A moment before a full hour is that hour.
  const seconds = Math.abs(exact) < MINUTE ? exact : Math.round(exact / MINUTE) * MINUTE;
  const [unit, length] = STEPS.find((step) => Math.abs(seconds) >= step[2]) ?? (['second', 1] as const);
  return fromNow().format(Math.round(seconds / length), unit);
}

/** All time zones, as IANA names them. */
export const timeZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

/** The time zone of this browser, as IANA names it. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** As a field for a day and a time has it, in the time zone of this browser. */
export function localInput(time: string): string {
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant that such a field means; null if it is empty or wrong. */
export function instantOf(input: string): string | null {
  const at = input === '' ? Number.NaN : new Date(input).getTime();
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

const UNITS = ['B', 'kB', 'MB', 'GB'];

/** A size as file managers show it: 12 B, 3.4 kB, 25 MB; a kB has 1,024 bytes, like the engine's limits. */
export function bytes(size: number): string {
  const unit = size < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(size) / 10));
  const value = size / 1024 ** unit;
  return `${count(Number(value.toFixed(unit > 0 && value < 10 ? 1 : 0)))} ${UNITS[unit]}`;
}

/** A value of a tool call as a person reads it. */
export const printed = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

const SECOND = 1_000;

/** A time in a unit that says enough: 40 ms, 1.4 s, 12 min, 2 h 5 min. */
export function duration(ms: number): string {
  if (ms < SECOND) return `${count(Math.round(ms))} ms`;
  const seconds = ms / SECOND;
  if (seconds < 10) return `${count(Math.round(seconds * 10) / 10)} s`;
  if (seconds < 2 * MINUTE) return `${count(Math.round(seconds))} s`;
  const minutes = Math.round(seconds / MINUTE);
  if (minutes < 2 * MINUTE) return `${count(minutes)} min`;
  const [whole, rest] = [count(Math.floor(minutes / MINUTE)), minutes % MINUTE];
  return rest === 0 ? `${whole} h` : `${whole} h ${count(rest)} min`;
}
