import { DAY_MS } from '../../kernel/durations.ts';

/** How long consent lasts: for one conversation, for all, and at most when given beforehand; and what a question shows. */
export const consentLimits = {
  threadMs: DAY_MS,
  alwaysMs: 90 * DAY_MS,
  maxDays: 365,
  targetChars: 270,
  toolChars: 128,
  /** What is shown of a text that is written, and of the input of a tool. */
  shownChars: 2_000,
} as const;
