import { refuse } from '../../../core/automation/triggers/errors.ts';
import { saySchedule, say } from '../../../core/automation/triggers/says.ts';
import type { Schedule } from '../../../core/automation/triggers/schedule.ts';
import { instantOf } from './wall-time.ts';
import { quote } from '../../../core/kernel/quoted.ts';

const WRITTEN = /^at\s+(\d{4}-\d{2}-\d{2})(?:[T\s]+(\d{2}:\d{2})(?::(\d{2}))?\s*(z|[+-]\d{2}:?\d{2})?)?$/iu;

/** Null if the text does not begin with `at`. @throws Refusal invalid_schedule */
export function once(text: string, timeZone: string): Schedule | null {
  if (!/^at\s/iu.test(text)) return null;
  const [, date, time, seconds = '00', offset] = WRITTEN.exec(text) ?? [];
  if (date === undefined || time === undefined)
    throw refuse.invalid_schedule({}, say('triggers.no_date', { text: quote(text) }));
  const at = read(`${date}T${time}:${seconds}`, offset, timeZone);
  if (at === null) throw refuse.invalid_schedule({}, say('triggers.no_such_day', { date, time }));
  return {
    kind: 'at',
    says: saySchedule('schedule.at', { at, zone: timeZone }),
    next: (after) => (at > after ? at : null),
    last: (after, until) => (at > after && at <= until ? at : null),
    count: (after, until, max) => (at > after && at <= until ? Math.min(1, max) : 0),
  };
}

function read(local: string, offset: string | undefined, timeZone: string): number | null {
  const asUtc = Date.parse(`${local}Z`);
  // The parser of dates takes the 31st of any month.
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 19) !== local) return null;
  if (offset !== undefined) {
    const at = Date.parse(`${local}${offset.toUpperCase()}`);
    return Number.isNaN(at) ? null : at;
  }
  return instantOf(asUtc, timeZone);
}
