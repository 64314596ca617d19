import type { SaysOf } from '../../kernel/says.ts';
import type { ScheduleSays } from './says.ts';

/**
 * When a trigger is due, as its owner wrote it:
 *
 * - five fields of cron: `0 8 * * mon-fri`, with names, lists, ranges and steps. If day-of-month and day-of-week are
 *   both restricted, either of them is enough (crontab(5));
 * - `every 30m`: minutes, hours or days since the trigger was made, whatever the clock of the wall does;
 * - `at 2026-12-01 09:00`: once.
 *
 * Fields of cron and the time after `at` are read in the time zone of the trigger. A time of the day that the clock skips
 * in spring is due as much later (02:30 at 03:30; RFC 5545 §3.3.5), and one that comes twice in autumn is due the first
 * time. With a `*` in the field for hours, it is due every so many hours or minutes, whatever the clock shows.
 */
export interface Schedule {
  readonly kind: 'cron' | 'every' | 'at';
  /** When it is due, without the time zone. True of all its times, and of no others. */
  readonly says: SaysOf<ScheduleSays>;
  /** The next instant (milliseconds since the epoch) strictly after `after`; null if there is none. */
  next(after: number): number | null;
  /** The last instant at or before `at`, and strictly after `after`; null if there is none. */
  last(after: number, at: number): number | null;
  /** How many instants there are strictly after `after`, up to and including `at`; counts at most `max`. */
  count(after: number, at: number, max: number): number;
}

/** Reads schedules. Repeatable, without effects. */
export interface Schedules {
  /**
   * `anchor`: the instant from which `every` counts.
   * @throws Refusal invalid_schedule, invalid_time_zone, in words that say what to write instead
   */
  read(text: string, timeZone: string, anchor: number): Schedule;
  /** The time zone of this machine, as IANA names it. */
  localTimeZone(): string;
}
