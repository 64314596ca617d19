import type { Cron } from 'croner';
import { DAY_MS, HOUR_MS } from '../../../core/kernel/durations.ts';
import { refuse } from '../../../core/automation/triggers/errors.ts';
import type { Schedule } from '../../../core/automation/triggers/schedule.ts';
import { cronFields, needsBothDays } from './cron-fields.ts';
import { whatCronSays } from './cron-says.ts';
import { lazily } from './lazily.ts';
import { instantOf, offsetAt, wallTimeAt } from './wall-time.ts';
import { say } from '../../../core/automation/triggers/says.ts';
import { quote } from '../../../core/kernel/quoted.ts';

const SHORT: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

/** What crontab(5) knows: digits, names, lists, ranges, steps. The parser knows more, which would mean something else elsewhere. */
const FIELD = /^[\d*,/a-z-]+$/iu;
const NAMES = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)$/iu;

/** Searches backwards begin with this piece of time, and double it. */
const FIRST_PIECE_MS = HOUR_MS;
const LONGEST_GAP_MS = 9 * 366 * DAY_MS;

/** A schedule of five fields, or one of their short names like `@daily`. @throws Refusal invalid_schedule */
export function cron(text: string, timeZone: string): Schedule {
  const fields = SHORT[text.toLowerCase()] ?? text;
  check(fields, text);
  const [, hours = ''] = fields.split(/\s+/u);
  const next = hours.startsWith('*')
    ? following(parsed(fields, text, timeZone))
    : atTimesOfDay(parsed(fields, text, null), timeZone);
  if (next(NEVER_CHECKED_FROM) === null)
    throw refuse.invalid_schedule({}, say('triggers.never', { text: quote(text) }));
  return {
    kind: 'cron',
    says: whatCronSays(fields, cronFields(fields)),
    next,
    last: (after, at) => last(next, after, at),
    count: (after, at, max) => {
      let count = 0;
      for (let one = next(after); one !== null && one <= at && count < max; one = next(one)) count += 1;
      return count;
    },
  };
}

/** What is due every hour or every few hours stays due at that distance, whatever the clock on the wall does. */
const following =
  (pattern: Cron) =>
  (after: number): number | null => {
    const found = pattern.nextRun(new Date(after))?.getTime() ?? null;
    return found !== null && found > after ? found : null;
  };

/** What is due at times of the day is due once at each of them, also on the days on which the clock is set. */
function atTimesOfDay(pattern: Cron, timeZone: string): (after: number) => number | null {
  const followingWall = following(pattern);
  return (after) => {
    let best: number | null = null;
    // A time that the clock has just skipped may be due still. On other days nothing before this instant is.
    const wasSet = offsetAt(after - LONGEST_SHIFT_MS, timeZone) !== offsetAt(after, timeZone);
    let wall: number | null = wallTimeAt(after, timeZone) - (wasSet ? LONGEST_SHIFT_MS : 0);
    for (wall = followingWall(wall); wall !== null; wall = followingWall(wall)) {
      // A time that the clock skips is due later, and one after it on the wall may be due sooner.
      if (best !== null && wall >= wallTimeAt(best, timeZone)) return best;
      const at = instantOf(wall, timeZone);
      if (at > after && (best === null || at < best)) best = at;
      if (best === at && wallTimeAt(at, timeZone) === wall) return best;
    }
    return best;
  };
}

/** Clocks on walls are set by an hour at most, almost everywhere. */
const LONGEST_SHIFT_MS = 3 * HOUR_MS;

/** Before any leap day that a schedule may mean. */
const NEVER_CHECKED_FROM = Date.UTC(2026, 0, 1);

function check(fields: string, text: string): void {
  const parts = fields.split(/\s+/u);
  if (parts.length !== 5)
    throw refuse.invalid_schedule({}, say('triggers.not_five', { text: quote(text), fields: parts.length }));
  const odd = parts.find(
    (part) => !FIELD.test(part) || (part.match(/[a-z]+/giu) ?? []).some((name) => !NAMES.test(name)),
  );
  if (odd !== undefined) throw refuse.invalid_schedule({}, say('triggers.odd_field', { text: quote(odd) }));
}

/** `timeZone`: null for times as the clock on a wall shows them, which is three times as fast as the zone UTC. */
function parsed(fields: string, text: string, timeZone: string | null): Cron {
  try {
    // Either of the two fields for days is enough, as crontab(5) says, unless one begins with a star.
    return new lazily.croner.Cron(fields, {
      ...(timeZone === null ? { utcOffset: 0 } : { timezone: timeZone }),
      mode: '5-part',
      domAndDow: needsBothDays(fields),
    });
  } catch (error) {
    const why = (error as Error).message.replace(/^CronPattern: /u, '');
    throw refuse.invalid_schedule(
      {},
      say('triggers.no_schedule', { text: quote(text), why: quote(why) }),
      error,
    );
  }
}

/** Looks back from `at` in pieces that grow, so that neither a frequent nor a rare schedule takes many steps. */
function last(next: (after: number) => number | null, after: number, at: number): number | null {
  for (let piece = FIRST_PIECE_MS; ; piece *= 4) {
    const from = Math.max(after, at - piece);
    let found: number | null = null;
    for (let one = next(from); one !== null && one <= at; one = next(one)) found = one;
    if (found !== null || from === after || piece > LONGEST_GAP_MS) return found;
  }
}
