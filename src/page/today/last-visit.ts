/** What a browser remembers of its visits. Milliseconds since the epoch. */
export interface Visits {
  /** When the visit before this one ended. */
  readonly since: number;
  /** When the page was looked at the last time. */
  readonly seenAt: number;
  /** No visit before this one is known: `since` is a day before it. */
  readonly isFirst: boolean;
}

/** A page that was not looked at for this long is visited anew: until then a reload changes nothing. */
const AWAY_MS = 30 * 60_000;
/** Without an earlier visit. */
const DAY_MS = 24 * 60 * 60_000;

/** The visits when the page is looked at now. */
export function visited(before: Visits | null, now: number): Visits {
  if (before === null || before.seenAt > now) return { since: now - DAY_MS, seenAt: now, isFirst: true };
  if (now - before.seenAt <= AWAY_MS) return { ...before, seenAt: now };
  return { since: before.seenAt, seenAt: now, isFirst: false };
}

const KEY = 'svc.visits';

/** Notes that the page is looked at now. @returns the visits; what a browser keeps nothing of counts as new */
export function noteVisit(now: number): Visits {
  const visits = visited(kept(), now);
  try {
    localStorage.setItem(KEY, JSON.stringify(visits));
  } catch {
    // A browser that keeps nothing shows the last day.
  }
  return visits;
}

/** Whether a visit begins now, by a person who was here before. */
export const isReturn = (before: Visits | null, now: number): boolean =>
  before !== null && !visited(before, now).isFirst && now - before.seenAt > AWAY_MS;

export function kept(): Visits | null {
  try {
    const { since, seenAt, isFirst = false } = JSON.parse(localStorage.getItem(KEY) ?? '') as Partial<Visits>;
    return typeof since === 'number' && typeof seenAt === 'number' ? { since, seenAt, isFirst } : null;
  } catch {
    return null;
  }
}
