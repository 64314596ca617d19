import { WriteGate } from '../../../../core/kernel/write-gate.ts';
import type { MemoryChange } from '../../../../core/memory/changes.ts';
import type { MemoryStore } from '../../../../core/memory/store.ts';
import type { Journal } from '../../../../core/ports/journal.ts';
import { closeUntouched, refuseEmptied } from '../damaged.ts';
import { storedIds, type StoredIds } from '../highest-id.ts';
import { migrate, refuseNewer } from '../migrate.ts';
import { openDatabase, openReader, type Connection, type OpenDatabase } from '../open.ts';
import { classified } from '../storage-errors.ts';
import { Finder } from './finder.ts';
import { migrations } from './parts.ts';
import { EntryReader } from './reads.ts';
import { MemoryWriter } from './writer.ts';

export interface MemoryDatabase {
  readonly journal: Journal<MemoryChange>;
  readonly store: MemoryStore;
  readonly ids: StoredIds;
  /** From now on nothing is written, and `close` leaves the files as they are. */
  leave(): void;
  close(): Promise<void>;
}

/** Opens memory.db (`:memory:` for a fast one), brought to the latest schema; `isBesideUsed` as in damaged.ts. */
export function openMemory(
  file: string,
  isBesideUsed: boolean = false,
  gate: WriteGate = new WriteGate(),
): MemoryDatabase {
  refuseEmptied(file, 'memory.db', isBesideUsed);
  refuseNewer(file, 'memory.db', migrations);
  const database = openDatabase<object>(file);
  try {
    migrate(database.connection, 'memory.db', migrations);
    return memoryOver(database, file === ':memory:' ? null : openReader(file), gate);
  } catch (error) {
    closeUntouched(database.connection);
    throw error;
  }
}

/** The store over an open database; without a connection of their own readers use the one that writes. */
export function memoryOver(
  database: OpenDatabase<object>,
  ownReader: Connection | null,
  gate: WriteGate,
): MemoryDatabase {
  const readable = ownReader ?? database.connection;
  const writer = new MemoryWriter(database.connection, ownReader === null, gate);
  const reader = new EntryReader(readable);
  const finder = new Finder(readable);
  return {
    journal: writer,
    store: {
      read: (namespace) => asked(() => reader.read(namespace)),
      end: (namespace) => asked(() => reader.end(namespace)),
      history: (namespace, query) => asked(() => reader.history(namespace, query)),
      historyOf: (namespace, holds) => asked(() => reader.historyOf(namespace, holds)),
      entries: (entryIds) => asked(() => reader.entries(entryIds)),
      sayingTheSame: (namespace, text) => asked(() => reader.sayingTheSame(namespace, text)),
      searchable: () => writer.searchable(),
      statistics: (keys) => asked(() => finder.statistics(keys)),
      similar: (term, limit) => asked(() => finder.similar(term, limit)),
      candidates: (terms, bounds) => asked(() => finder.candidates(terms, bounds)),
    },
    ids: storedIds(readable, [['entries', 'entry_id']]),
    leave: () => {
      writer.leave();
      database.leave();
    },
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

async function asked<Answer>(read: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    throw classified(error);
  }
}
