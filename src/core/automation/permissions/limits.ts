export const permissionLimits = {
  /** Of each list. */
  each: 20,
  /** The longest name of a host or a folder that a question shows whole. */
  shownChars: 3_000,
} as const;
