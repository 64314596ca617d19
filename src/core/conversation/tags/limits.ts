export const tagLimits = {
  /** Characters of one tag. */
  chars: 40,
  /** Tags of one thread. */
  perThread: 20,
} as const;
