import { stem } from '../../kernel/stem.ts';
import { asking, saysLittleInGerman, silent } from '../../kernel/stop-words.ts';
import { fold } from '../../kernel/words.ts';

/** One of several words, any of which is enough. */
export interface Loose {
  readonly text: string;
  /** Words that begin so are meant, too. */
  readonly isBeginning: boolean;
}

/** A shorter beginning would find what has nothing to do with it. */
const SHORTEST = { english: 3, german: 4 } as const;
const GERMAN_ENDINGS = [
  'ungen',
  'ung',
  'ern',
  'est',
  'en',
  'er',
  'em',
  'es',
  'et',
  'st',
  'e',
  'n',
  's',
  't',
] as const;

/**
 * A looser form of a query, for when nothing contains all of its words: any one of them, in any of its forms. Words
 * that only say how something is asked are left out.
 */
export function loosened(words: readonly string[]): readonly Loose[] {
  const telling = words.filter((word) => !saysLittle(fold(word)));
  return (telling.length === 0 ? words : telling).map(looseFormOf);
}

const saysLittle = (word: string): boolean =>
  silent.has(word) || asking.has(word) || saysLittleInGerman.has(word);

function looseFormOf(word: string): Loose {
  const folded = fold(word).replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (!/^[\p{L}]+$/u.test(folded)) return { text: word, isBeginning: false };
  const beginnings = [sameBeginning(folded, stem(folded)), withoutEnding(folded)];
  const text = beginnings.reduce((best, one) => (one.length < best.length ? one : best), folded);
  return { text, isBeginning: text.length >= SHORTEST.english };
}

/** A stem may end in another letter than its word: `citi` of `city`. */
function sameBeginning(word: string, other: string): string {
  let length = 0;
  while (length < word.length && word[length] === other[length]) length += 1;
  return length < SHORTEST.english ? word : word.slice(0, length);
}

function withoutEnding(word: string): string {
  const ending = GERMAN_ENDINGS.find(
    (one) => word.endsWith(one) && word.length - one.length >= SHORTEST.german,
  );
  return ending === undefined ? word : word.slice(0, -ending.length);
}
