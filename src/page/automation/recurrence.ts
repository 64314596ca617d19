// How often something is done, as a person chooses it, and as the engine is told. Nothing here touches the document.

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type DayName = (typeof DAYS)[number];
export type Unit = 'm' | 'h' | 'd';

/** `own`: a pattern of cron, or what else the engine reads as a schedule. */
export type Often = 'daily' | 'weekdays' | 'weekly' | 'monthly' | 'every' | 'own';

export interface Recurrence {
  readonly often: Often;
  /** As `09:30`. */
  readonly time: string;
  /** Of `weekly`, in the order of the week; never empty. */
  readonly days: readonly DayName[];
  /** Of `monthly`, from 1 to 31. */
  readonly day: number;
  /** Of `every`. */
  readonly count: number;
  readonly unit: Unit;
  /** Of `own`, as it is written. */
  readonly text: string;
}

export const usual: Recurrence = {
  often: 'daily',
  time: '09:00',
  days: ['mon'],
  day: 1,
  count: 30,
  unit: 'm',
  text: '',
};

/** The schedule as the engine reads it. */
export function scheduleOf({ often, time, days, day, count, unit, text }: Recurrence): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = `${minute} ${hour}`;
  switch (often) {
    case 'daily':
      return `${at} * * *`;
    case 'weekdays':
      return `${at} * * mon-fri`;
    case 'weekly':
      return `${at} * * ${days.join(',')}`;
    case 'monthly':
      return `${at} ${day} * *`;
    case 'every':
      return `every ${count}${unit}`;
    case 'own':
      return text;
  }
}

const AT =
  /^(?<minute>[0-5]?\d) (?<hour>[01]?\d|2[0-3]) (?<day>\*|[1-9]|[12]\d|3[01]) \* (?<week>\*|[a-z\d,-]+)$/iu;
const EVERY = /^every (?<count>[1-9]\d{0,4}) ?(?<unit>[mhd])$/iu;

/** What a schedule says, where a person could have chosen it; its own pattern otherwise. */
export function recurrenceOf(schedule: string): Recurrence {
  const text = schedule.trim().replaceAll(/\s+/gu, ' ');
  const own = { ...usual, often: 'own', text: schedule } as const;
  const every = EVERY.exec(text)?.groups;
  if (every !== undefined)
    return {
      ...usual,
      often: 'every',
      count: Number(every['count']),
      unit: (every['unit'] ?? 'm').toLowerCase() as Unit,
    };
  const at = AT.exec(text)?.groups;
  if (at === undefined) return own;
  const { minute = '', hour = '', day = '', week = '' } = at;
  const timed = { ...usual, time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` };
  if (day !== '*') return week === '*' ? { ...timed, often: 'monthly', day: Number(day) } : own;
  if (week === '*') return { ...timed, often: 'daily' };
  const days = daysIn(week);
  if (days === null) return own;
  return days.join() === 'mon,tue,wed,thu,fri'
    ? { ...timed, often: 'weekdays' }
    : { ...timed, often: 'weekly', days };
}

/** The days of a list like `mon,wed-fri` or `1,3`; null for what is none. */
function daysIn(text: string): readonly DayName[] | null {
  const found = new Set<DayName>();
  for (const part of text.toLowerCase().split(',')) {
    const [first = '', last = first, more] = part.split('-');
    const [from, to] = [numberOf(first), numberOf(last)];
    if (from === null || to === null || from > to || more !== undefined) return null;
    for (const day of DAYS.slice(from, to + 1)) found.add(day);
  }
  return DAYS.filter((day) => found.has(day));
}

/** The place of a day in the week, by its name or by its number, where Monday is 1, and Sunday 0 or 7. */
function numberOf(text: string): number | null {
  const named = DAYS.indexOf(text as DayName);
  if (named !== -1) return named;
  return /^[0-7]$/u.test(text) ? (Number(text) + 6) % 7 : null;
}
