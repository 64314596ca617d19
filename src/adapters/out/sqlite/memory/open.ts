import { setImmediate as nextTick } from 'node:timers/promises';
import type { Namespace } from '../../../../core/knowledge/memory/model.ts';
import type { InsightStore } from '../../../../core/execution/insights/store.ts';
import type { KnownOwner } from '../../../../core/trust/people/model.ts';
import type { WriteGate } from '../../../../core/kernel/write-gate.ts';
import type { MemoryStore } from '../../../../core/knowledge/memory/store.ts';
import type { Journal } from '../../../../core/ports/journal.ts';
import { storedIds, type StoredIds } from '../highest-id.ts';
import { openMigrated, type OpenOptions } from '../open-migrated.ts';
import { openReader, type Connection, type OpenDatabase } from '../open.ts';
import { insightReads } from '../../sql/memory/insight-reads.ts';
import { currentAfter, PAGE, versionOf, type NamespaceRows } from '../../sql/memory/reads.ts';
import { RecentReads } from '../../sql/memory/recent-reads.ts';
import type { CurrentRow } from '../../sql/memory/rows.ts';
import type { StoredChange } from '../../sql/memory/steps.ts';
import { ids as idsOf } from '../../sql/memory/parts.ts';
import { memoryStoreOver } from '../../sql/memory/store.ts';
import { PersonKeys } from '../../sql/person-keys.ts';
import type { RunWork } from '../../sql/work.ts';
import { keptStatements } from '../statements.ts';
import { classified } from '../storage-errors.ts';
import { workBy, type Now } from '../work.ts';
import { migrations } from './parts.ts';
import { postings } from './postings.ts';
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
  const prepare = ownReader ? keptStatements(ownReader) : database.prepare;
  const now = workBy(prepare);
  const run: RunWork = async (work) => {
    try {
      return now(work);
    } catch (error) {
      throw classified(error);
    }
  };
  const recent = new RecentReads();
  const keys = new PersonKeys(owner);
  const writer = new MemoryWriter(database, ownReader === null, gate, recent, keys);
  return {
    journal: writer,
    store: memoryStoreOver(
      {
        run,
        namespaceRows: async (namespace, person) => {
          try {
            return await namespaceRows(now, namespace, person);
          } catch (error) {
            throw classified(error);
          }
        },
        pause: nextTick,
      },
      { lookup: postings, recent, keys, searchable: () => writer.searchable() },
    ),
    insights: insightReads(run, keys),
    ids: storedIds(prepare, idsOf),
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

/** Lets others go on between the pages of what is read. After this many attempts, a namespace that keeps changing is read in one tick. */
const ATTEMPTS = 3;

/** Returns one version, although it is read in pages. In one tick none can change: the writer is in this thread. */
async function namespaceRows(now: Now, namespace: Namespace, person: string): Promise<NamespaceRows> {
  const version = () => now(versionOf({ namespace, person })) ?? { version: 0, tail: '', chars: 0 };
  for (let attempt = 1; ; attempt++) {
    const begun = version();
    const rows: CurrentRow[] = [];
    let mayHaveChanged = false;
    const limit = attempt > ATTEMPTS ? Number.MAX_SAFE_INTEGER : PAGE;
    for (;;) {
      const after = rows.at(-1)?.position ?? Number.MIN_SAFE_INTEGER;
      const some = now(currentAfter({ namespace, person, after, limit }));
      rows.push(...some);
      if (some.length < limit) break;
      await nextTick();
      mayHaveChanged = true;
    }
    if (mayHaveChanged && version().version !== begun.version) continue;
    return { ...begun, rows, isOfNow: !mayHaveChanged };
  }
}
