import { REASONS, type Reason } from '../../../ports/told.ts';
import type { Candidate } from './rank.ts';
import { entitiesOf } from './entities.ts';
import type { Concept, Question } from './question.ts';
import { asking, saysLittleInGerman } from '../../../kernel/stop-words.ts';
import { isSilent, termKey, termOf } from './words.ts';
import { writtenWordsOf } from '../../../kernel/words.ts';

/** What a question came to mean, step by step: each list has the terms of the one before it, and more. */
export interface Meanings {
  readonly plain: readonly Concept[];
  readonly withRelated: readonly Concept[];
  readonly withSimilar: readonly Concept[];
}

/** In the order of `REASONS`. */
export function reasonsFor(
  question: Question,
  { plain, withRelated, withSimilar }: Meanings,
  { text, at, keys }: Pick<Candidate, 'text' | 'at' | 'keys'>,
): readonly Reason[] {
  const own = new Set(keys);
  const has = (terms: readonly string[]): boolean => terms.some((term) => own.has(termKey(term)));
  const added = (more: readonly Concept[], before: readonly Concept[]): readonly string[] =>
    more.flatMap(({ variants }, nth) =>
      [...variants.keys()].filter((term) => !before[nth]?.variants.has(term)),
    );
  const { entities, time, latest } = question;
  const named = entities.size === 0 ? entities : entitiesOf(text, (name) => entities.has(name));
  const found: Readonly<Record<Exclude<Reason, 'neighbours'>, boolean>> = {
    words: has(plain.map(({ term }) => term)),
    synonyms: has(plain.flatMap(({ term, variants }) => [...variants.keys()].filter((one) => one !== term))),
    related_names: has(added(withRelated, plain)),
    spelling: has(added(withSimilar, withRelated)),
    names: [...entities].some((name) => named.has(name)),
    time: time !== null && at >= time.from && at < time.to,
    recency: latest,
  };
  const reasons = REASONS.filter((reason) => reason !== 'neighbours' && found[reason]);
  const isItself = found.words || found.synonyms || found.related_names || found.spelling;
  return isItself ? reasons : [...reasons, 'neighbours'];
}

/** The words that a text shares with a question, in any form: as the text has them, each once, in its order. */
export function sharedWords({ concepts }: Question, text: string): readonly string[] {
  const asked = new Set(concepts.map(({ term }) => term));
  const shared = new Map<string, string>();
  for (const { folded, written } of writtenWordsOf(text)) {
    const term = termOf(folded);
    const saysLittle = isSilent(folded) || asking.has(folded) || saysLittleInGerman.has(folded);
    if (asked.has(term) && !saysLittle && !shared.has(term)) shared.set(term, written);
  }
  return [...shared.values()];
}
