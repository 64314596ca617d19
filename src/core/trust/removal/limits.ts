import { SECOND_MS } from '../../kernel/durations.ts';

export const removalLimits = {
  /** Nothing is removed of a person whose work has not ended within this time. */
  stopMs: 20 * SECOND_MS,
  /** Who disables a person is answered after this time at the latest. */
  disabledMs: 2 * SECOND_MS,
  lookEveryMs: 100,
} as const;
