import { SECOND_MS } from '../../kernel/durations.ts';

export const removalLimits = {
  /** Within this time work that was told to stop has stopped. */
  stopMs: 20 * SECOND_MS,
  lookEveryMs: 100,
} as const;
