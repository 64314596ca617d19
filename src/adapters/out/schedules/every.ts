import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/kernel/durations.ts';
import { refuse } from '../../../core/automation/triggers/errors.ts';
import { triggerLimits } from '../../../core/automation/triggers/limits.ts';
import { saySchedule, say } from '../../../core/automation/triggers/says.ts';
import type { Schedule } from '../../../core/automation/triggers/schedule.ts';
import { quote } from '../../../core/kernel/quoted.ts';

const UNITS = {
  m: ['minute', MINUTE_MS],
  h: ['hour', HOUR_MS],
  d: ['day', DAY_MS],
} as const;

const WRITTEN = /^(?:every\s+)?(\d{1,6})?\s*(m|h|d|mins?|minutes?|hours?|hrs?|days?)$/iu;

/** Null if the text is not written like `every 30m`, `every 2 hours`, `every day` or `30m`. @throws Refusal invalid_schedule */
export function every(text: string, anchor: number): Schedule | null {
  const [, number, unit] = WRITTEN.exec(text) ?? [];
  if (unit === undefined && /^every\s/iu.test(text))
    throw refuse.invalid_schedule({}, say('triggers.no_distance', { text: quote(text) }));
  if (unit === undefined || (number === undefined && !/^every\s/iu.test(text))) return null;
  const [name, unitMs] = UNITS[unit.charAt(0).toLowerCase() as keyof typeof UNITS];
  const count = Number(number ?? 1);
  const ms = count * unitMs;
  if (ms < triggerLimits.shortestEveryMs || ms > triggerLimits.longestEveryMs)
    throw refuse.invalid_schedule({}, say('triggers.other_distance', { text: quote(text) }));
  const passed = (at: number): number => Math.floor((at - anchor) / ms);
  return {
    kind: 'every',
    says: saySchedule('schedule.every', { count, unit: name }),
    next: (after) => anchor + Math.max(1, passed(after) + 1) * ms,
    last: (after, at) => {
      const last = anchor + passed(at) * ms;
      return passed(at) >= 1 && last > after ? last : null;
    },
    count: (after, at, max) =>
      Math.min(max, Math.max(0, Math.max(0, passed(at)) - Math.max(0, passed(after)))),
  };
}
