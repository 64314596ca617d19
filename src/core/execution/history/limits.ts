export const historyLimits = {
  days: 30,
  maxDays: 3_650,
  zoneChars: 64,
  /** Triggers and workflows that are told by themselves. */
  starters: 100,
} as const;
