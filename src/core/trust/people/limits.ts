export const peopleLimits = {
  nameChars: 100,
  /** Of the name under which a proxy knows a person. */
  proxyUserChars: 200,
  /** What a member's runs may cost in a day, unless the owner says otherwise, in US dollars. */
  memberDailyUsd: 1,
  /** More than any house has; they are listed whole. */
  most: 200,
} as const;

/**
 * Of what the house has a bounded number of, one member takes at most half and all members together at most three quarters, so
 * that there is room for each other and for the owner, who may take all. One is left for a member where there is no half.
 */
export const shareOfMember = (most: number): number => Math.max(1, Math.floor(most / 2));

/** The same of all members together. */
export const shareOfMembers = (most: number): number => Math.max(1, Math.floor((most * 3) / 4));
