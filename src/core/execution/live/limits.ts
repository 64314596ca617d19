export const liveLimits = {
  /** A reader hears of one thread at most once in this time. */
  pauseMs: 100,
  /** Threads that are read, and sent, at once. */
  batch: 50,
} as const;
