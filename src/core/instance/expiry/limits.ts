import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';

export const expiryLimits = {
  /** The clock has jumped where it shows a time so far from the expected one. */
  jumpMs: 2 * DAY_MS,
  /** Jumps add up, and so much of them is forgotten for each hour that it runs: nights and weekends add up to nothing. */
  forgottenPerHourMs: DAY_MS,
  /** How long the engine runs after a jump before anything is deleted for its age. */
  waitMs: 2 * DAY_MS,
  /** While the engine runs, its clock is looked at so often. */
  everyMs: 5 * MINUTE_MS,
} as const;
