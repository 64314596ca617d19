export const peopleLimits = {
  nameChars: 100,
  /** Of the name under which a proxy knows a person. */
  proxyUserChars: 200,
  /** What a member's runs may cost in a day, unless the owner says otherwise, in US dollars. */
  memberDailyUsd: 1,
  /** More than any house has; they are listed whole. */
  most: 200,
} as const;
