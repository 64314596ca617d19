export const noticeLimits = {
  /** Of one person. More are not kept: the oldest give way. */
  kept: 1_000,
  titleChars: 200,
  textChars: 4_000,
} as const;
