import type { AnswerProblem } from './answer.ts';
import { say } from './says.ts';
import { quote } from '../../kernel/quoted.ts';

/** The answer to a question for consent. `why` accompanies a no. */
export type SaidToConsent =
  | { readonly said: 'option'; readonly option: string }
  | { readonly said: 'yes' }
  | { readonly said: 'no'; readonly why: string | null };

/**
 * One of the options, ignoring case; a plain yes or no, in English or German; or a text that begins with "no": a no with
 * its reason. Null for anything else, such as a number that is not offered: the person may have meant either.
 */
export function saidToConsent(options: readonly string[], answer: string): SaidToConsent | null {
  const text = answer.trim();
  const option = options.find((one) => one.toLowerCase() === text.toLowerCase());
  if (/^(?:no?|nein)$/iu.test(text)) return { said: 'no', why: null };
  if (option !== undefined) return { said: 'option', option };
  if (/^(?:y(?:es)?|ja?)$/iu.test(text)) return { said: 'yes' };
  return /^(?:no|nein)(?![\p{L}\p{N}])/iu.test(text) ? { said: 'no', why: text } : null;
}

/** What is wrong with it; null for a valid answer. */
export const problemWithConsent = (options: readonly string[], answer: string): AnswerProblem | null =>
  saidToConsent(options, answer) === null
    ? {
        why: say('prompts.no_yes_or_no', { options: options.map((option) => quote(option)) }),
        accepted: [...new Set([...options, 'yes', 'no'])],
      }
    : null;
