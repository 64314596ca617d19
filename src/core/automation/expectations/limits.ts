import { SECOND_MS } from '../../kernel/durations.ts';

export const expectationLimits = {
  /** Of the words or the regular expression that an answer must hold. */
  patternChars: 500,
  /** Of an answer that is searched for words. */
  answerChars: 1_000_000,
  urlChars: 2_048,
  httpMs: 15 * SECOND_MS,
} as const;
