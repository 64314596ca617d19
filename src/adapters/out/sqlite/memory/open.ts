import type { InsightStore } from '../../../../core/execution/insights/store.ts';
import type { WriteGate } from '../../../../core/kernel/write-gate.ts';
import type { MemoryStore } from '../../../../core/knowledge/memory/store.ts';
import type { Journal } from '../../../../core/ports/journal.ts';
import { storedIds, type StoredIds } from '../highest-id.ts';
import { openMigrated, type OpenOptions } from '../open-migrated.ts';
import { openReader, type Connection, type OpenDatabase } from '../open.ts';
import { keptStatements, preparedLater } from '../statements.ts';
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

export const openMemory = (file: string, options: OpenOptions = {}): MemoryDatabase =>
  openMigrated(
    file,
    {
      name: 'memory.db',
      migrations,
      serve: (database: OpenDatabase<object>, gate) =>
        memoryOver(database, file === ':memory:' ? null : openReader(file), gate),
    },
    options,
  );

/** The store over an open database; without their own connection readers use the writer's. */
export function memoryOver(
  database: OpenDatabase<object>,
  ownReader: Connection | null,
  gate: WriteGate,
): MemoryDatabase {
  const readable = ownReader ?? database.connection;
  const prepare = preparedLater(ownReader ? keptStatements(ownReader) : database.prepare);
  const writing = { ...database, prepare: preparedLater(database.prepare) };
  const recent = new RecentReads();
  const writer = new MemoryWriter(writing, ownReader === null, gate, recent);
  return {
    journal: writer,
    store: { ...entryReads(prepare, recent), ...searchReads(prepare), searchable: () => writer.searchable() },
    insights: insightReads(prepare),
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
