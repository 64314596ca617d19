// Room: finds entries by words, names and what is related to them. It uses no model, no network and no
// clock.

import { isHalfOfPair } from '../../../kernel/words.ts';
import { memoryLimits } from '../limits.ts';
import type { Reason } from '../../../ports/told.ts';
import type { MemoryEntry, Namespace } from '../model.ts';
import type { AskedTerm, FindableMemory } from '../store.ts';
import type { Acquaintances } from '../port.ts';
import { withAcquaintances } from './acquaintances.ts';
import { understood, type Concept } from './question.ts';
import { ranked, rarityOf, type Ranked } from './rank.ts';
import { reasonsFor } from './reasons.ts';
import { termKey } from './words.ts';

export interface Asked {
  readonly question: string;
  readonly now: number;
  readonly limit: number;
  readonly namespace: Namespace | null;
  readonly history: boolean;
  readonly acquaintances: Acquaintances | null;
}

export interface Recollection extends Ranked {
  readonly entry: MemoryEntry;
  readonly reasons: readonly Reason[];
}

/** How many unknown terms are looked up by their spelling. */
const maxUnknown = 3;
const maxSimilar = 6;

/**
 * The entries that answer a question best, best first; of equally good ones the newest first. Uses no model, but terms
 * and their synonyms, neighbouring entries, names, times and spelling, fused by rank (`rank.ts`).
 */
export async function recollect(store: FindableMemory, asked: Asked): Promise<readonly Recollection[]> {
  const plain = understood(asked.question, asked.now);
  const related = (await asked.acquaintances?.namesFor(asked.question)) ?? [];
  const understoodQuestion = { ...plain, concepts: withAcquaintances(plain.concepts, related) };
  const known = await store.statistics(
    understoodQuestion.concepts.flatMap(({ variants }) => [...variants.keys()].map(termKey)),
  );
  // Without entries there are no words to compare with.
  if (known.entries === 0 && !asked.history) return [];
  const concepts = await withSimilar(store, understoodQuestion.concepts, known.frequencies);
  const question = { ...understoodQuestion, concepts };
  const added = concepts
    .flatMap(({ variants }) => [...variants.keys()].map(termKey))
    .filter((key) => !known.frequencies.has(key));
  const more = added.length > 0 ? (await store.statistics(added)).frequencies : new Map<number, number>();
  const frequency = (key: number): number => known.frequencies.get(key) ?? more.get(key) ?? 0;
  const candidates = await store.candidates(worths(concepts, frequency, known.entries, asked.history), {
    namespace: asked.namespace,
    history: asked.history,
    postings: memoryLimits.searchedPostings,
    entries: Math.max(memoryLimits.searchedEntries, asked.limit),
  });
  const scores = ranked(question, candidates, { ...known, frequency });
  const best = candidates
    .map((candidate, index) => ({ ...candidate, ...(scores[index] ?? { score: 0, coverage: 0 }) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || b.at - a.at || (a.entryId < b.entryId ? 1 : -1))
    .slice(0, asked.limit);
  const entries = await store.entries(best.map(({ entryId }) => entryId));
  const byId = new Map(entries.map((entry) => [entry.entryId, entry]));
  // An entry may be deleted meanwhile.
  const meanings = {
    plain: plain.concepts,
    withRelated: understoodQuestion.concepts,
    withSimilar: concepts,
  };
  return best.flatMap((candidate) => {
    const { entryId, score, coverage } = candidate;
    const entry = byId.get(entryId);
    return entry ? [{ entry, score, coverage, reasons: reasonsFor(question, meanings, candidate) }] : [];
  });
}

/** An unknown word may be part of a known one, or a misspelling of it; one character without spaces is part of many. */
async function withSimilar(
  store: FindableMemory,
  concepts: readonly Concept[],
  frequencies: ReadonlyMap<number, number>,
): Promise<readonly Concept[]> {
  let left = maxUnknown;
  const result: Concept[] = [];
  for (const concept of concepts) {
    const isUnknown = !frequencies.has(termKey(concept.term)) || isHalfOfPair(concept.term);
    const similar = isUnknown && left-- > 0 ? await store.similar(concept.term, maxSimilar) : [];
    result.push(
      similar.length === 0 ? concept : { ...concept, variants: new Map([...concept.variants, ...similar]) },
    );
  }
  return result;
}

/** The value of each term for an entry that has it: its rarity times its weight for the question. */
function worths(
  concepts: readonly Concept[],
  frequency: (key: number) => number,
  entries: number,
  history: boolean,
): readonly AskedTerm[] {
  const worth = new Map<number, number>();
  for (const { variants } of concepts)
    for (const [term, weight] of variants) {
      const key = termKey(term);
      const often = frequency(key);
      // Terms without a current entry do not count.
      if (often === 0 && !history) continue;
      const value = weight * rarityOf(often, entries);
      worth.set(key, Math.max(value, worth.get(key) ?? 0));
    }
  return [...worth].map(([key, value]) => ({ key, worth: value }));
}
