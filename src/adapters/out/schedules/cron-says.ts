import type { Says, SaysOf } from '../../../core/kernel/says.ts';
import { saySchedule as say, type ScheduleSays } from '../../../core/automation/triggers/says.ts';
import type { CronFields } from './cron-fields.ts';

/** More times of a day than that are no words for people. */
const MOST_TIMES = 12;

/** What a schedule says, true of all its times; of one that no simple words fit, its five fields. */
export function whatCronSays(text: string, fields: CronFields): SaysOf<ScheduleSays> {
  const times = timesIn(fields);
  if (times === null) return say('schedule.fields', { fields: text });
  const on = { ...daysIn(fields), months: monthsIn(fields) };
  return 'unit' in times
    ? say('schedule.often', { ...times, ...on })
    : say('schedule.of-day', { ...times, ...on });
}

type OfDay = Pick<ScheduleSays['schedule.of-day'], 'minutes'>;
type Often = Omit<ScheduleSays['schedule.often'], 'days' | 'onlyIf' | 'months'>;

const WHOLE_DAY = { from: null, to: null } as const;

function timesIn({ minutes, hours }: CronFields): OfDay | Often | null {
  const distance = distanceIn(minutes, 60);
  const everyMinutes = distance === null || distance === 60 ? null : distance;
  const often =
    everyMinutes !== null
      ? ({ count: everyMinutes, unit: 'minute', minutes: [] } as const)
      : minutes.length > MOST_TIMES
        ? null
        : ({ count: 1, unit: 'hour', minutes } as const);
  const everyHours = distanceIn(hours, 24);
  const everyHour = (count: number): Often => ({
    count,
    unit: 'hour',
    minutes: distance === 60 ? [] : minutes,
    ...WHOLE_DAY,
  });
  if (everyHours === 1) return distance === 60 ? everyHour(1) : often && { ...often, ...WHOLE_DAY };
  const isOnce = minutes.length === 1;
  if (isOnce && everyHours !== null && everyHours < 24) return everyHour(everyHours);
  const [from = 0] = hours;
  const to = hours.at(-1) ?? 0;
  const isRun = hours.length === to - from + 1;
  if (minutes.length * hours.length <= MOST_TIMES && !(isRun && everyMinutes !== null && !isOnce))
    return { minutes: hours.flatMap((hour) => minutes.map((minute) => 60 * hour + minute)) };
  return isRun && often !== null ? { ...often, from, to } : null;
}

/** How far the values are apart, if they are all multiples of a number that divides the whole; null if not. */
function distanceIn(values: readonly number[], whole: number): number | null {
  const distance = whole / values.length;
  return Number.isInteger(distance) && values.every((value, index) => value === index * distance)
    ? distance
    : null;
}

function daysIn({ days, weekdays, needsBothDays }: CronFields): {
  readonly days: Says | null;
  readonly onlyIf: Says | null;
} {
  const ofMonth = days.length === 31 ? null : daysOfMonth(days);
  // The week begins on Monday.
  const sorted = { weekdays: weekdays.map((day) => (day + 6) % 7).toSorted((a, b) => a - b) };
  const ofWeek = weekdays.length === 7 ? null : say('days.of-week', sorted);
  if (ofMonth !== null && ofWeek !== null)
    return needsBothDays
      ? { days: ofMonth, onlyIf: ofWeek }
      : { days: say('days.either', { ofMonth, ofWeek }), onlyIf: null };
  // Either is enough, so one that names all of its days leaves none out.
  if (!needsBothDays) return { days: null, onlyIf: null };
  return { days: ofMonth ?? (ofWeek && say('days.only-of-week', sorted)), onlyIf: null };
}

function daysOfMonth(days: readonly number[]): Says {
  for (const [code, first] of [
    ['days.odd', 1],
    ['days.even', 2],
  ] as const)
    if (days.length === Math.ceil((32 - first) / 2) && days.every((day, index) => day === first + 2 * index))
      return say(code, {});
  return say('days.of-month', { days });
}

const monthsIn = ({ months }: CronFields): Says | null =>
  months.length === 12 ? null : say('months.only', { months });
