/** The kinds of tokens, in the order in which they are drawn. */
export const TOKENS = ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens'] as const;
