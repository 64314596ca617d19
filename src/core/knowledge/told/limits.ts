export const toldLimits = {
  /** Entries recorded for one call; no tool shows more at once. */
  ofCall: 100,
  /** Shown of one run. */
  ofRun: 1_000,
} as const;
