import type { InsightStore } from '../../../../core/execution/insights/store.ts';
import type { KnownOwner } from '../../../../core/trust/people/model.ts';
import type { WriteGate } from '../../../../core/kernel/write-gate.ts';
import type { MemoryStore } from '../../../../core/knowledge/memory/store.ts';
import type { Journal } from '../../../../core/ports/journal.ts';
import { storedIds, type StoredIds } from '../highest-id.ts';
import { openMigrated, type OpenOptions } from '../open-migrated.ts';
import { openReader, type Connection, type OpenDatabase } from '../open.ts';
import { PersonKeys } from '../person-keys.ts';
import { keptStatements, preparedLater, type Prepare } from '../statements.ts';
import { searchReads } from './finder.ts';
import { insightReads } from './insight-reads.ts';
import { migrations } from './parts.ts';
import { entryReads } from './reads.ts';
import { RecentReads } from './recent-reads.ts';
import type { StoredChange } from './steps.ts';
import { MemoryWriter } from './writer.ts';

export interface MemoryDatabase {
  readonly journal: Journal<StoredChange>;
  readonly store: MemoryStore;
  readonly insights: InsightStore;
  readonly ids: StoredIds;
  /** After this, nothing is written, and `close` leaves the files unchanged. */
  leave(): void;
  close(): Promise<void>;
}

/** @param options `owner` names nobody where it is left out: then nothing is the owner's */
export const openMemory = (
  file: string,
  { owner = { id: null }, ...options }: OpenOptions & { readonly owner?: KnownOwner } = {},
): MemoryDatabase =>
  openMigrated(
    file,
    {
      name: 'memory.db',
      migrations,
      serve: (database: OpenDatabase<object>, gate) =>
        memoryOver(database, file === ':memory:' ? null : openReader(file), gate, owner),
    },
    options,
  );

/** The store over an open database; without their own connection readers use the writer's. */
export function memoryOver(
  database: OpenDatabase<object>,
  ownReader: Connection | null,
  gate: WriteGate,
  owner: KnownOwner = { id: null },
): MemoryDatabase {
  const readable = ownReader ?? database.connection;
  const prepare = preparedLater(ownReader ? keptStatements(ownReader) : database.prepare);
  const writing = { ...database, prepare: preparedLater(database.prepare) };
  const recent = new RecentReads();
  const keys = new PersonKeys(owner);
  const writer = new MemoryWriter(writing, ownReader === null, gate, recent, keys);
  return {
    journal: writer,
    store: storeOver(prepare, recent, keys, () => writer.searchable()),
    insights: insightReads(prepare, keys),
    ids: storedIds(readable, [['entries', 'entry_id']]),
    leave: () => {
      writer.leave();
      database.leave();
    },
    // The writer's own work passes the gate, and so does the close: one after the other, never nested.
    close: async () => {
      try {
        await writer.close();
      } finally {
        ownReader?.close();
        await database.close();
      }
    },
  };
}

function storeOver(
  prepare: Prepare,
  recent: RecentReads,
  keys: PersonKeys,
  searchable: () => Promise<void>,
): MemoryStore {
  const reads = entryReads(prepare, recent, keys);
  const { candidatesOf, ...terms } = searchReads(prepare);
  return {
    ofPerson: (person) => ({
      ...reads.of(person),
      ...terms,
      candidates: candidatesOf(keys.keyOf(person)),
      searchable,
    }),
    ofEveryone: () => ({ ...reads.ofEveryone(), ...terms, candidates: candidatesOf(null), searchable }),
  };
}
