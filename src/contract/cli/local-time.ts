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
