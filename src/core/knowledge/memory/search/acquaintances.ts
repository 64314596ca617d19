import { wordsOf } from '../../../kernel/words.ts';
import type { RelatedName } from '../port.ts';
import type { Concept } from './question.ts';
import { termOf, termsOf } from './words.ts';

/** Words of names that tell nothing. */
const EMPTY = new Set([
  'gmbh',
  'inc',
  'ltd',
  'llc',
  'corp',
  'co',
  'ag',
  'kg',
  'sa',
  'plc',
  'the',
  'und',
  'and',
]);

/**
 * The concepts of a question with the related names as further variants. They go to the last word of the name that was
 * asked for, so that an entry that uses one of them counts once.
 */
export function withAcquaintances(
  concepts: readonly Concept[],
  related: readonly RelatedName[],
): readonly Concept[] {
  const added = new Map<string, Map<string, number>>();
  for (const { asked, name, weight } of related) {
    const place = wordsOf(asked)
      .map(termOf)
      .findLast((term) => concepts.some((concept) => concept.term === term));
    if (place === undefined) continue;
    const terms = added.get(place) ?? new Map<string, number>();
    for (const term of termsOf(
      wordsOf(name)
        .filter((word) => !EMPTY.has(word))
        .join(' '),
    ))
      terms.set(term, Math.max(weight, terms.get(term) ?? 0));
    added.set(place, terms);
  }
  return concepts.map((concept) => {
    const terms = added.get(concept.term);
    if (!terms) return concept;
    const variants = new Map(concept.variants);
    for (const [term, weight] of terms) variants.set(term, Math.max(weight, variants.get(term) ?? 0));
    return { ...concept, variants };
  });
}
