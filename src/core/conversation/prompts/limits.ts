import { DAY_MS } from '../../kernel/durations.ts';
import { KIB } from '../../kernel/bytes.ts';

/** Questions to the owner; the specification sets the first two. */
export const promptLimits = {
  lifetimeMs: DAY_MS,
  pollMs: 2_000,
  /** Of those that the end of the engine closed. */
  left: 50,
  questions: 20,
  options: 20,
  questionChars: 4_000,
  optionChars: 200,
  headerChars: 80,
  /** Less than a tool may return, so that an answer is never cut. */
  answerChars: 64 * KIB,
} as const;
