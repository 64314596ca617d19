import { finderOf } from './known-values.ts';
import { MASK } from './redaction.ts';

/**
 * Whether this key cannot be an ordinary word. Local servers are given "ollama" or "not-needed",
 * and a conversation about those must go on.
 */
export const isUnmistakable = (secret: string): boolean =>
  secret.length >= 16 && /\p{Nd}/u.test(secret) && /\p{L}/u.test(secret);

/**
 * Takes the values of secrets out of conversations, in every spelling, and nothing else: what only looks like one may be
 * what the conversation is about. The list is asked for at each use, because one more may be known by then.
 */
export function valueMask(known: () => readonly string[]): (text: string) => string {
  return (text) => {
    const now = known();
    return now.length === 0 ? text : finderOf(now).masked(text, MASK);
  };
}
