const DAY = 24 * 60 * 60 * 1_000;

export const loginLimits = {
  /** A login that was not used for this long is over. */
  unusedMs: 30 * DAY,
  /** The use of a login is stored at most this often. */
  recordedEveryMs: DAY,
  /** Beyond this many, the one that was not used for longest ends. */
  most: 100,
} as const;
