import { DAY_MS } from '../kernel/durations.ts';

/** How long consent lasts: for a conversation, for all, and beforehand at most; and how much a question shows. */
export const consentLimits = {
  threadMs: DAY_MS,
  alwaysMs: 90 * DAY_MS,
  maxDays: 365,
  targetChars: 270,
  toolChars: 128,
} as const;
