import { finderOf } from './known-values.ts';
import { MASK } from './redaction.ts';

/**
 * Whether this key cannot be an ordinary word. Local servers get keys such as "ollama" or "not-needed",
 * and conversations must be able to use these words.
 */
export const isUnmistakable = (secret: string): boolean =>
  secret.length >= 16 && /\p{Nd}/u.test(secret) && /\p{L}/u.test(secret);

/**
 * Masks the values of secrets in conversations, in every spelling, and nothing else: text that only looks like a secret
 * may be the subject of the conversation. Reads the list at each use, because it may have grown.
 */
export function valueMask(known: () => readonly string[]): (text: string) => string {
  return (text) => withoutValues(text, known());
}

/** The text with these values masked, in every spelling. */
export const withoutValues = (text: string, known: readonly string[]): string =>
  known.length === 0 ? text : finderOf(known).masked(text, MASK);
