/** Dollars with the digits that matter: $12.34, $0.0021. */
export const dollars = (costUsd: number): string => `$${Number(costUsd.toFixed(costUsd < 1 ? 4 : 2))}`;

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
