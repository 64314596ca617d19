/** Dollars with the digits that matter: $12.34, $0.0021. */
export const dollars = (costUsd: number): string => `$${Number(costUsd.toFixed(costUsd < 1 ? 4 : 2))}`;

/** A share of 1, in percent. */
export const share = (value: number): string =>
  value.toLocaleString([], { style: 'percent', maximumFractionDigits: 0 });

export const count = (value: number): string => value.toLocaleString();

export const moment = (time: string): string =>
  new Date(time).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

const hours = new Intl.DateTimeFormat([], { timeStyle: 'short' });
const clock = new Intl.DateTimeFormat([], { timeStyle: 'medium' });
const days = new Intl.DateTimeFormat([], { month: 'short', day: 'numeric' });

/** The time of day for what happened today, and the date for anything before. */
export function shortMoment(time: string): string {
  const date = new Date(time);
  return date.toDateString() === new Date().toDateString() ? hours.format(date) : days.format(date);
}

/** The time of day with its seconds, for what is near. */
export const timeOfDay = (time: string): string => clock.format(new Date(time));

const weekday = new Intl.DateTimeFormat([], {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** With the day of the week, for what is still to come. */
export const dayAndTime = (time: string): string => weekday.format(new Date(time));

const fromNow = new Intl.RelativeTimeFormat([], { numeric: 'always' });
/** Seconds. */
const JUST_NOW = 5;
const JUST_NOW_WORDS = 'just now';
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

/** How far it is from now, in a unit that says enough: in 3 hours, 2 days ago. */
export function relative(time: string, now: number): string {
  const exact = (Date.parse(time) - now) / 1000;
  if (exact > -JUST_NOW && exact < 0.5) return JUST_NOW_WORDS;
  // A moment before a full hour is that hour.
  const seconds = Math.abs(exact) < MINUTE ? exact : Math.round(exact / MINUTE) * MINUTE;
  const [unit, length] = STEPS.find((step) => Math.abs(seconds) >= step[2]) ?? (['second', 1] as const);
  return fromNow.format(Math.round(seconds / length), unit);
}

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
  return `${Number(value.toFixed(unit > 0 && value < 10 ? 1 : 0))} ${UNITS[unit]}`;
}

/** A value of a tool call as a person reads it. */
export const printed = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
