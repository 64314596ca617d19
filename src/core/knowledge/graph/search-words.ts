import { wordsOf } from '../../kernel/words.ts';
import { graphLimits } from './limits.ts';

/** The different words of a name as a search compares them, in any script. */
export const nameWords = (text: string): readonly string[] =>
  [...new Set(wordsOf(text))].slice(0, graphLimits.searchedWords);

/** The groups of three letters of a word with its ends: two words that share many are spelled alike. */
export function gramsOf(word: string): readonly string[] {
  const letters = Array.from(`^${word}$`);
  if (letters.length < 3) return [letters.join('')];
  return [...new Set(letters.slice(2).map((_, index) => letters.slice(index, index + 3).join('')))];
}
