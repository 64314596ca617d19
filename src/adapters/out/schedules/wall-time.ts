import { DAY_MS, HOUR_MS } from '../../../core/kernel/durations.ts';

/**
 * A time as the clock on the wall shows it, without its zone: the milliseconds since the epoch at which a clock in UTC
 * shows the same.
 */
type WallTime = number;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const numeric = 'numeric';
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  });
  clocks.set(timeZone, made);
  return made;
}

/** What the clock on the wall shows at an instant. */
export const wallTimeAt = (instant: number, timeZone: string): WallTime =>
  Math.floor(instant / 1000) * 1000 + offsetAt(instant, timeZone);

/** The same, asked of the calendar, which is slow. */
function askedAt(instant: number, timeZone: string): WallTime {
  const parts = clockOf(timeZone).formatToParts(instant);
  const [year, month, day, hour, minute, second] = UNITS.map((unit) =>
    Number(parts.find(({ type }) => type === unit)?.value),
  ) as [number, number, number, number, number, number];
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const UNITS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/**
 * The instant at which the clock on the wall shows a time. One that comes twice, when the clock is set back, is the first
 * of them; one that the clock skips is read as if it had not been set forward yet (RFC 5545 §3.3.5): 02:30 is 03:30.
 */
export function instantOf(wall: WallTime, timeZone: string): number {
  const before = wall - offsetAt(wall - DAY_MS, timeZone);
  if (wallTimeAt(before, timeZone) === wall) return before;
  const after = wall - offsetAt(wall + DAY_MS, timeZone);
  return wallTimeAt(after, timeZone) === wall ? after : before;
}

/** By zone and hour; undefined for an hour in which it changes. */
const offsets = new Map<string, Map<number, number | undefined>>();
const MOST_HOURS = 10_000;

/** How far the clock on the wall is ahead of UTC. */
export function offsetAt(instant: number, timeZone: string): number {
  let known = offsets.get(timeZone);
  if (!known || known.size > MOST_HOURS) offsets.set(timeZone, (known = new Map()));
  const hour = Math.floor(instant / HOUR_MS);
  if (!known.has(hour)) {
    const first = slowOffsetAt(hour * HOUR_MS, timeZone);
    const last = slowOffsetAt((hour + 1) * HOUR_MS - 1, timeZone);
    known.set(hour, first === last ? first : undefined);
  }
  return known.get(hour) ?? slowOffsetAt(instant, timeZone);
}

const slowOffsetAt = (instant: number, timeZone: string): number =>
  askedAt(instant, timeZone) - Math.floor(instant / 1000) * 1000;
