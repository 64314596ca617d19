export const toldLimits = {
  /** What one call tells beyond this is not kept: no tool shows more at once. */
  ofCall: 100,
  /** Shown of one run. */
  ofRun: 1_000,
} as const;
