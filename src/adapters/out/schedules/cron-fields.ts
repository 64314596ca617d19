/** The five fields of a schedule, as the values that each of them allows. */
export interface CronFields {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: readonly number[];
  readonly months: readonly number[];
  /** Sunday is 0. */
  readonly weekdays: readonly number[];
  /** Whether a day has to fit both fields for days: one of them begins with a star, as in the cron of Vixie. */
  readonly needsBothDays: boolean;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Whether one of the fields for days begins with a star. */
export const needsBothDays = (text: string): boolean =>
  text.split(' ').some((field, index) => (index === 2 || index === 4) && field.startsWith('*'));

/** Of a text that the parser of schedules has accepted. */
export function cronFields(text: string): CronFields {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = text.toLowerCase().split(' ');
  const weekdays = valuesOf(weekday, 0, 7, (name) => DAYS.indexOf(name)).map((one) => one % 7);
  return {
    minutes: valuesOf(minute, 0, 59),
    hours: valuesOf(hour, 0, 23),
    days: valuesOf(day, 1, 31),
    months: valuesOf(month, 1, 12, (name) => MONTHS.indexOf(name) + 1),
    weekdays: [...new Set(weekdays)].toSorted((a, b) => a - b),
    needsBothDays: needsBothDays(text),
  };
}

function valuesOf(field: string, least: number, most: number, byName?: (name: string) => number): number[] {
  const read = (value: string): number => (/^\d+$/u.test(value) ? Number(value) : (byName?.(value) ?? NaN));
  const found = new Set<number>();
  for (const part of field.split(',')) {
    const [range = '', step] = part.split('/');
    const [first = '', last] = range.split('-');
    const from = range === '*' ? least : read(first);
    const isToTheEnd = range === '*' || (last === undefined && step !== undefined);
    // By its name Sunday is 0; at the end of a range it is 7.
    const to = isToTheEnd || last === 'sun' ? most : read(last ?? first);
    for (let value = from; value <= to; value += Math.max(1, Number(step ?? 1))) found.add(value);
  }
  return [...found].toSorted((a, b) => a - b);
}
