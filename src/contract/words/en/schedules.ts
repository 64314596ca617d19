import type { ScheduleSays } from '../../../core/automation/triggers/says.ts';
import { clockTime } from '../clock.ts';
import { isOneRun, runsIn } from '../runs-in.ts';
import type { Tell, Words } from '../says.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

const listed = (values: readonly (number | string)[]): string =>
  values.length === 1 ? `${values[0]}` : `${values.slice(0, -1).join(', ')} and ${values.at(-1)}`;

const named = (values: readonly number[], name: (value: number) => string | number = (one) => one): string =>
  listed(
    runsIn(values).map(([from, to]) => (from === to ? name(from) : `${name(from)} through ${name(to)}`)),
  );

const ofWeek = (weekdays: readonly number[]): string => named(weekdays, (day) => WEEKDAYS[day] ?? '');

const onDays = (
  { days, onlyIf, months }: Pick<ScheduleSays['schedule.of-day'], 'days' | 'onlyIf' | 'months'>,
  tell: Tell,
): string =>
  [
    days && `, ${tell(days)}`,
    onlyIf && `, and only if it is ${tell(onlyIf)}`,
    months && `, ${tell(months)}`,
  ].join('');

export const schedules: Words<ScheduleSays> = {
  'schedule.at': ({ at, zone: timeZone }) => {
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(at);
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(at);
    return `Once, on ${day} at ${clock}`;
  },
  'schedule.every': ({ count, unit }) => (count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`),
  'schedule.fields': ({ fields }) => `By cron: ${fields}`,
  'schedule.of-day': ({ minutes, ...on }, tell) => `At ${listed(minutes.map(clockTime))}${onDays(on, tell)}`,
  'schedule.often': ({ count, unit, minutes, from, to, ...on }, tell) => {
    const often = count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;
    const at =
      minutes.length === 0 ? '' : ` at ${minutes.length === 1 ? 'minute' : 'minutes'} ${listed(minutes)}`;
    const hours =
      from === null || to === null ? '' : ` from ${clockTime(60 * from)} to ${clockTime(60 * to + 59)}`;
    return `${often}${at}${hours}${onDays(on, tell)}`;
  },
  'days.of-month': ({ days }) => `on day ${named(days)} of the month`,
  'days.odd': () => 'on odd days of the month',
  'days.even': () => 'on even days of the month',
  'days.of-week': ({ weekdays }) => ofWeek(weekdays),
  'days.only-of-week': ({ weekdays }) => `${isOneRun(weekdays) ? '' : 'only on '}${ofWeek(weekdays)}`,
  'days.either': (facts, tell) => `${tell(facts.ofMonth)} or on ${tell(facts.ofWeek)}`,
  'months.only': ({ months }) => `only in ${named(months, (month) => MONTHS[month - 1] ?? '')}`,
};
