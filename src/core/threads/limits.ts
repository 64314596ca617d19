/** Of a title that is made, and of one that is given. */
export const threadLimits = { titleChars: 80, maxTitleChars: 200 } as const;
