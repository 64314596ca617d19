import { OWNER_ID } from '../doubles/people.ts';
import { entryId } from '../../src/core/kernel/ids.ts';
import { STEP } from '../../src/core/knowledge/memory/diff.ts';
import { fromOwner, type Namespace } from '../../src/core/knowledge/memory/model.ts';
import { termKey, termsOf } from '../../src/core/knowledge/memory/search/words.ts';
import type {
  AskedTerm,
  Bounds,
  CurrentEntry,
  EntryChange,
  MemoryChange,
  MemoryStore,
} from '../../src/core/knowledge/memory/store.ts';
import type { Journal } from '../../src/core/ports/journal.ts';
import { CountingIds } from '../doubles/counting-ids.ts';
import { NOON } from './history-builders.ts';

const ids = new CountingIds(5_000_000);

export const anEntry = (text: string, given: Partial<CurrentEntry> = {}): CurrentEntry => ({
  entryId: entryId(ids.next()),
  personId: OWNER_ID,
  shared: false,
  namespace: 'knowledge',
  text,
  source: fromOwner,
  createdAt: NOON,
  updatedAt: NOON,
  validFrom: NOON,
  supersededAt: null,
  supersededBy: null,
  spaceBefore: '',
  position: STEP,
  ...given,
});

/** Consecutive entries. */
export const someEntries = <const Texts extends readonly string[]>(
  texts: Texts,
  given: Partial<CurrentEntry> = {},
): { readonly [At in keyof Texts]: CurrentEntry } =>
  texts.map((text, index) =>
    anEntry(text, { spaceBefore: index === 0 ? '' : '\n', position: (index + 1) * STEP, ...given }),
  ) as { readonly [At in keyof Texts]: CurrentEntry };

export const adding = (entries: readonly CurrentEntry[]): readonly EntryChange[] =>
  entries.map((entry) => ({ change: 'entry.add', entry }));

export interface WrittenMemory {
  readonly journal: Journal<MemoryChange>;
  readonly store: MemoryStore;
}

/** Commits on top of the current version. */
export async function commitTo(
  { journal, store }: WrittenMemory,
  changes: readonly EntryChange[],
  namespace: Namespace = 'knowledge',
): Promise<void> {
  const { version, tail, chars } = await store.ofPerson(OWNER_ID).end(namespace);
  await journal.commit([
    { change: 'namespace.set', personId: OWNER_ID, namespace, version, tail, chars },
    ...changes,
  ]);
}

export const asking = (text: string): readonly AskedTerm[] =>
  termsOf(text).map((term, index) => ({ key: termKey(term), worth: 10 - index }));

export const anywhere: Bounds = { namespace: null, history: false, postings: 1_000, entries: 100 };
