export const handoverLimits = {
  /** Offers of one person that wait for an answer, and offers that wait for the answer of one person: they are listed whole. */
  waiting: 100,
} as const;
