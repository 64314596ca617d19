export const assistantLimits = {
  most: 50,
  /** Of a name, on one line. */
  nameChars: 60,
} as const;
