import type { Says } from '../../core/kernel/says.ts';
import type { AllSays, Tell, Words } from './says.ts';

/** Sentences that stand on lines of their own, so that nothing before them can seem to be a part of them. */
const ON_A_LINE: ReadonlySet<string> = new Set<keyof AllSays>([
  'consent.composed',
  'consent.given',
  'api.field',
  'api.field-becomes',
  'api.list-becomes',
  'api.list-reordered',
]);

/**
 * Tells what the engine says in the language of these words.
 * @throws RangeError for a code that they do not have, as from a newer engine
 */
export function tellIn(words: Words<AllSays>): Tell {
  const one = ({ code, facts }: Says): string => {
    if (!Object.hasOwn(words, code)) throw new RangeError(`There are no words for ${code}.`);
    const word = words[code as keyof AllSays] as string | ((facts: unknown, tell: Tell) => string);
    return typeof word === 'string' ? word : word(facts, tell);
  };
  const tell: Tell = (says) =>
    isList(says)
      ? says
          .map((each, nth) => `${nth === 0 ? '' : ON_A_LINE.has(each.code) ? '\n' : ' '}${one(each)}`)
          .join('')
      : one(says);
  return tell;
}

const isList = (says: Says | readonly Says[]): says is readonly Says[] => Array.isArray(says);
