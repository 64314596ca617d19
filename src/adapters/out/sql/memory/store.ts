import type { FindableMemory, MemoryStore } from '../../../../core/knowledge/memory/store.ts';
import type { PersonKeys } from '../person-keys.ts';
import { candidates, similar, statistics, type Lookup } from './finding.ts';
import { entryReads, type MemoryAccess } from './reads.ts';
import type { RecentReads } from './recent-reads.ts';

/** The memory, as one database or the other is read. */
export function memoryStoreOver(
  access: MemoryAccess,
  {
    lookup,
    recent,
    keys,
    searchable,
  }: {
    readonly lookup: Lookup;
    readonly recent: RecentReads;
    readonly keys: PersonKeys;
    readonly searchable: () => Promise<void>;
  },
): MemoryStore {
  const { run } = access;
  const reads = entryReads(access, recent, keys);
  const findable = (person: string | null): Omit<FindableMemory, 'entries'> => ({
    searchable,
    statistics: async (asked) => await run(statistics(asked)),
    similar: async (term, limit) => await run(similar(lookup, term, limit)),
    candidates: async (asked, bounds) => await run(candidates(lookup, person, asked, bounds)),
  });
  return {
    ofPerson: (person) => ({ ...reads.of(person), ...findable(keys.keyOf(person)) }),
    ofEveryone: () => ({ ...reads.ofEveryone(), ...findable(null) }),
  };
}
