/** What the owner allows: for a conversation, for good, and beforehand at most; and what is shown of what is asked for. */
export const consentLimits = {
  threadMs: 24 * 60 * 60 * 1000,
  alwaysMs: 90 * 24 * 60 * 60 * 1000,
  maxDays: 365,
  targetChars: 270,
  toolChars: 128,
} as const;
