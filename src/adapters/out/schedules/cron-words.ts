import type { CronFields } from './cron-fields.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
/** More times of a day than that are no words for people. */
const MOST_TIMES = 12;

/**
 * What a schedule says, in words that are true of all its times; of one that has no simple words, its five fields. The page
 * has the German of each of them.
 */
export function cronWords(text: string, fields: CronFields): string {
  const times = timesIn(fields);
  if (times === null) return `By cron: ${text}`;
  return [times, daysIn(fields), monthsIn(fields)].filter((part) => part !== null).join(', ');
}

function timesIn({ minutes, hours }: CronFields): string | null {
  const distance = distanceIn(minutes, 60);
  const everyMinutes =
    distance === 1
      ? 'Every minute'
      : distance === null || distance === 60
        ? null
        : `Every ${distance} minutes`;
  const atMinutes =
    minutes.length > MOST_TIMES
      ? null
      : `Every hour at ${minutes.length === 1 ? 'minute' : 'minutes'} ${listed(minutes)}`;
  const often = everyMinutes ?? atMinutes;
  const everyHours = distanceIn(hours, 24);
  if (everyHours === 1) return distance === 60 ? 'Every hour' : often;
  const isOnce = minutes.length === 1;
  if (isOnce && everyHours !== null && everyHours < 24)
    return `Every ${everyHours} hours${distance === 60 ? '' : ` at minute ${minutes[0]}`}`;
  const isRun = hours.length === (hours.at(-1) ?? 0) - (hours[0] ?? 0) + 1;
  if (minutes.length * hours.length <= MOST_TIMES && !(isRun && everyMinutes !== null && !isOnce))
    return `At ${listed(hours.flatMap((hour) => minutes.map((minute) => `${two(hour)}:${two(minute)}`)))}`;
  return isRun && often !== null
    ? `${often} from ${two(hours[0] ?? 0)}:00 to ${two(hours.at(-1) ?? 0)}:59`
    : null;
}

/** How far the values are apart, if they are all multiples of a number that divides the whole; null if not. */
function distanceIn(values: readonly number[], whole: number): number | null {
  const distance = whole / values.length;
  return Number.isInteger(distance) && values.every((value, index) => value === index * distance)
    ? distance
    : null;
}

function daysIn({ days, weekdays, needsBothDays }: CronFields): string | null {
  const ofMonth = days.length === 31 ? null : daysOfMonth(days);
  const ofWeek = weekdays.length === 7 ? null : daysOfWeek(weekdays);
  if (ofMonth === null && ofWeek === null) return null;
  if (needsBothDays && ofMonth !== null && ofWeek !== null) return `${ofMonth}, and only if it is ${ofWeek}`;
  if (ofMonth !== null && ofWeek !== null) return `${ofMonth} or on ${ofWeek}`;
  // Either is enough, so one that names all of its days leaves none out.
  if (!needsBothDays) return null;
  if (ofMonth !== null) return ofMonth;
  return ofWeek?.includes(' through ') && !ofWeek.includes(' and ') ? ofWeek : `only on ${ofWeek}`;
}

function daysOfMonth(days: readonly number[]): string {
  for (const [name, first] of [
    ['odd', 1],
    ['even', 2],
  ] as const)
    if (days.length === Math.ceil((32 - first) / 2) && days.every((day, index) => day === first + 2 * index))
      return `on ${name} days of the month`;
  return `on day ${listed(runsIn(days).map(([from, to]) => (from === to ? from : `${from} through ${to}`)))} of the month`;
}

/** The week begins on Monday. */
const daysOfWeek = (weekdays: readonly number[]): string =>
  named(
    weekdays.map((day) => (day + 6) % 7).toSorted((a, b) => a - b),
    (day) => WEEKDAYS[(day + 1) % 7] ?? '',
  );

const monthsIn = ({ months }: CronFields): string | null =>
  months.length === 12 ? null : `only in ${named(months, (month) => MONTHS[month - 1] ?? '')}`;

const named = (values: readonly number[], name: (value: number) => string): string =>
  listed(
    runsIn(values).map(([from, to]) => (from === to ? name(from) : `${name(from)} through ${name(to)}`)),
  );

/** Runs of three values and more as their ends; others one by one. */
function runsIn(values: readonly number[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last && last[1] === value - 1) last[1] = value;
    else runs.push([value, value]);
  }
  return runs.flatMap(([from, to]) =>
    to === from + 1
      ? ([
          [from, from],
          [to, to],
        ] as const)
      : ([[from, to]] as const),
  );
}

const listed = (values: readonly (number | string)[]): string =>
  values.length === 1 ? `${values[0]}` : `${values.slice(0, -1).join(', ')} and ${values.at(-1)}`;

const two = (value: number): string => String(value).padStart(2, '0');
