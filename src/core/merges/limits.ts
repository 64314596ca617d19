import { DAY_MS } from '../kernel/durations.ts';

export const mergeLimits = {
  /** Records older than this are removed, except the newest (Specification, Limits). */
  keptMs: 90 * DAY_MS,
  /** Values of one detail in a record. */
  details: 100,
} as const;
