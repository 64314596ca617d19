import { refuse } from '../../../core/automation/triggers/errors.ts';
import { triggerLimits } from '../../../core/automation/triggers/limits.ts';
import type { Schedule, Schedules } from '../../../core/automation/triggers/schedule.ts';
import { cron } from './cron.ts';
import { every } from './every.ts';
import { once } from './once.ts';
import { say } from '../../../core/automation/triggers/says.ts';
import { quote } from '../../../core/kernel/quoted.ts';

/** How many schedules are kept after they were read: reading one takes longer than asking it. */
const KEPT = 500;

/** Schedules, with croner for the fields of cron. */
class CronerSchedules implements Schedules {
  readonly #read = new Map<string, Schedule>();

  read(text: string, timeZone: string, anchor: number): Schedule {
    const asked = text.trim().replace(/\s+/gu, ' ');
    const key = JSON.stringify([asked, timeZone, anchor]);
    const known = this.#read.get(key);
    if (known) return known;
    checkTimeZone(timeZone);
    if (asked.length > triggerLimits.scheduleChars) throw refuse.invalid_schedule();
    const schedule = every(asked, anchor) ?? once(asked, timeZone) ?? cron(asked, timeZone);
    if (this.#read.size >= KEPT) this.#read.clear();
    this.#read.set(key, schedule);
    return schedule;
  }

  localTimeZone(): string {
    // A setting of the machine that names no zone leaves none, and the clock counts in UTC.
    const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    return zone === undefined || zone === 'Etc/Unknown' ? 'UTC' : zone;
  }
}

export const cronerSchedules: Schedules = new CronerSchedules();

function checkTimeZone(timeZone: string): void {
  // Offsets are time zones to Intl, but have no daylight saving, and people who write one mean a place.
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/u.test(timeZone)) throw refuse.invalid_time_zone();
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw refuse.invalid_time_zone({}, say('triggers.no_zone', { zone: quote(timeZone) }));
  }
}
