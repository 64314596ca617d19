import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';

/** Local days of a time zone. They last 23 to 25 hours when clocks change, and in some zones other times. */
export interface Zone {
  readonly name: string;
  /** Milliseconds by which the zone is ahead of UTC at this instant. */
  offsetAt(instant: number): number;
}

export interface Days {
  /** In the form `2026-03-29`, oldest first. */
  readonly names: readonly string[];
  /** The start of each day, and finally the end of the last one. */
  readonly bounds: readonly number[];
}

const maxOffsetMs = 15 * HOUR_MS;
const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/u;

/** The zone of this name in the IANA database; null for an unknown name, and for an offset (`+01:00`). */
export function zoneNamed(name: string): Zone | null {
  if (!/^[a-z]/iu.test(name)) return null;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
  return {
    name,
    offsetAt: (instant) => {
      const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(format.format(instant)) ?? [];
      const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
      return sign === '-' ? -ms : ms;
    },
  };
}

/** The last `count` days; the day of `now` is the last. */
export function lastDays(now: number, count: number, zone: Zone): Days {
  const today = Math.floor((now + zone.offsetAt(now)) / DAY_MS);
  const first = today - count + 1;
  const midnights = Array.from({ length: count + 1 }, (_, index) => (first + index) * DAY_MS);
  // One sample a day. A day begins between the first and the last of the three samples around its midnight.
  const looks = Array.from({ length: count + 3 }, (_, index) => (first + index) * DAY_MS - maxOffsetMs);
  const offsets = looks.map((instant) => zone.offsetAt(instant));
  return {
    names: midnights.slice(0, count).map((midnight) => new Date(midnight).toISOString().slice(0, 10)),
    bounds: midnights.map((midnight, index) =>
      beginOf(midnight, looks[index] ?? midnight, [...new Set(offsets.slice(index, index + 3))], zone),
    ),
  };
}

/**
 * The first instant at which clocks show `midnight` or later. If clocks are set back over midnight, it occurs twice, and
 * the second time counts; if they are set forward over it, it is the moment of the change.
 */
function beginOf(midnight: number, from: number, offsets: readonly number[], zone: Zone): number {
  const [offset = 0] = offsets;
  if (offsets.length === 1) return midnight - offset;
  const isReached = (instant: number): boolean => instant + zone.offsetAt(instant) >= midnight;
  const reachedAt = offsets
    .map((ahead) => midnight - ahead)
    .filter((instant) => isReached(instant) && !isReached(instant - 1));
  if (reachedAt.length > 0) return Math.max(...reachedAt);
  let [low, high] = [from, from + 2 * DAY_MS];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isReached(middle)) high = middle;
    else low = middle;
  }
  return high;
}
