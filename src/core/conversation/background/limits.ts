export const backgroundLimits = {
  /** The shortest beginning of an id that stands for it. */
  prefixChars: 4,
  /** Ids that a refusal names. */
  candidates: 10,
} as const;
