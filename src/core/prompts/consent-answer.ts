/** What was said to a question for consent. `why` came with the no. */
export type SaidToConsent =
  | { readonly said: 'option'; readonly option: string }
  | { readonly said: 'yes' }
  | { readonly said: 'no'; readonly why: string | null };

/**
 * One of the options, in upper or lower case; a plain yes or no; or a text that begins with "no", which is a no with
 * its reason. Null for anything else, such as a number that is not offered: the one who answers may have meant either.
 */
export function saidToConsent(options: readonly string[], answer: string): SaidToConsent | null {
  const text = answer.trim();
  const option = options.find((one) => one.toLowerCase() === text.toLowerCase());
  if (/^no?$/iu.test(text)) return { said: 'no', why: null };
  if (option !== undefined) return { said: 'option', option };
  if (/^y(?:es)?$/iu.test(text)) return { said: 'yes' };
  return /^no(?![\p{L}\p{N}])/iu.test(text) ? { said: 'no', why: text } : null;
}

/** What is wrong with it, in words for the one who answers; null when it is an answer. */
export const problemWithConsent = (options: readonly string[], answer: string): string | null =>
  saidToConsent(options, answer) === null
    ? `This is neither a yes nor a no. Answer with one of the options: ${options.map((option) => JSON.stringify(option)).join(', ')}. To say why not, begin with "No", like "No, ask me tomorrow".`
    : null;
