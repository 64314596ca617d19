export const queueLimits = {
  /** Tasks that may wait in one thread. */
  tasks: 20,
} as const;
