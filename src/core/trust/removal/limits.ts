import { SECOND_MS } from '../../kernel/durations.ts';

export const removalLimits = {
  /** Nothing is removed of a person whose work has not ended within this time. */
  stopMs: 20 * SECOND_MS,
  /** The longest that a request to disable a person waits for their work to end. */
  disabledMs: 2 * SECOND_MS,
  lookEveryMs: 100,
} as const;
