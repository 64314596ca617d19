/** Characters of a generated title and of one that a client sets. */
export const threadLimits = { titleChars: 80, maxTitleChars: 200 } as const;
