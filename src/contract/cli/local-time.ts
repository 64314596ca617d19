/** A time to the minute, as the clocks of a zone show it: `2026-11-24 08:00`. */
export function minuteIn(at: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(new Date(at));
}

/** The same to the second: `2026-11-24 08:00:05`. */
export function secondIn(at: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(new Date(at));
}

/** The zone of this machine. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The same by the clock of this machine. */
export const localMinute = (at: string): string => minuteIn(at, localZone());

const TYPED = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d))?$/u;
const WITH_ZONE = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/u;

/**
 * A typed day (`2027-01-31`) or minute (`2027-01-31 09:00`) by the clock of this machine, or an instant with its zone, as
 * ISO 8601; null for what is none of them. A day alone is its first or its last minute.
 */
export function typedInstant(text: string, day: 'begins' | 'ends'): string | null {
  const typed = text.trim();
  const found = TYPED.exec(typed);
  if (!found) return WITH_ZONE.test(typed) && !Number.isNaN(Date.parse(typed)) ? typed : null;
  const [year = 0, month = 0, date = 0] = found.slice(1, 4).map(Number);
  const [hours, minutes] =
    found[4] === undefined ? (day === 'begins' ? [0, 0] : [23, 59]) : [Number(found[4]), Number(found[5])];
  if (hours > 23 || minutes > 59) return null;
  const at = new Date(year, month - 1, date, hours, minutes);
  // The 30th of February would be a day in March.
  return at.getMonth() === month - 1 && at.getDate() === date ? at.toISOString() : null;
}
