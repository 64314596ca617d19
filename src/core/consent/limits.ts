import { DAY_MS } from '../kernel/durations.ts';

/** What the owner allows: for a conversation, for good, and beforehand at most; and what is shown of what is asked for. */
export const consentLimits = {
  threadMs: DAY_MS,
  alwaysMs: 90 * DAY_MS,
  maxDays: 365,
  targetChars: 270,
  toolChars: 128,
} as const;
