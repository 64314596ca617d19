/** `20261123T010203456Z`: the UTC time of ISO 8601 in its basic format, with milliseconds. */
const SHAPE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/u;

export const isBackupId = (text: string): boolean => timeOf(text) !== null;

/** The id of a backup of this moment; later than `after`, so that two of one moment have two ids. */
export function backupIdAt(time: number, after: string | null): string {
  const last = after === null ? -Infinity : (timeOf(after) ?? -Infinity);
  return new Date(last === time ? time + 1 : time).toISOString().replaceAll(/[-:.]/gu, '');
}

/** The moment that an id names; null if it is none. */
export function timeOf(id: string): number | null {
  const found = SHAPE.exec(id);
  if (!found) return null;
  const [, year, month, day, hour, minute, second, ms] = found;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(time) ? null : time;
}
