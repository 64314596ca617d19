import { DAY_MS } from '../../kernel/durations.ts';

export const mergeLimits = {
  /** Records older than this are removed, except the newest (Specification, Limits). */
  keptMs: 90 * DAY_MS,
  /** Values of one detail in a record. */
  details: 100,
  /** Rows of each kind that move in one transaction: some milliseconds of the event loop. */
  movedAtOnce: 500,
} as const;
