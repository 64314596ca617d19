import type { InsightStore } from '../../../../core/execution/insights/store.ts';
import type { Namespace } from '../../../../core/knowledge/memory/model.ts';
import type { MemoryStore } from '../../../../core/knowledge/memory/store.ts';
import type { Durability, Journal } from '../../../../core/ports/journal.ts';
import type { KnownOwner } from '../../../../core/trust/people/model.ts';
import { sql } from 'kysely';
import { insightReads } from '../../sql/memory/insight-reads.ts';
import { alike, isSmall, MemoryWork } from '../../sql/memory/memory-work.ts';
import type { NamespaceRows } from '../../sql/memory/reads.ts';
import { RecentReads } from '../../sql/memory/recent-reads.ts';
import { CURRENT_COLUMNS, type CurrentRow } from '../../sql/memory/rows.ts';
import type { StoredChange } from '../../sql/memory/steps.ts';
import { memoryStoreOver } from '../../sql/memory/store.ts';
import { PersonKeys } from '../../sql/person-keys.ts';
import type { Table } from '../../sql/tables.ts';
import { asking, together } from '../../sql/work.ts';
import type { Connected } from '../connect.ts';
import { PostgresJournal, type CarryOut, type JournalOptions } from '../journal.ts';
import { openInPostgres, type StoredTables } from '../open.ts';
import { workOn, type PostgresWork } from '../work.ts';
import { postings, postingTables } from './postings.ts';

/** The database of the graph has a table of this name, too. */
export const NAMES: Readonly<Record<string, string>> = { sources: 'memory_sources' };

export interface MemoryInPostgres {
  readonly journal: Journal<StoredChange>;
  readonly store: MemoryStore;
  readonly insights: InsightStore;
  /** Waits for what is being written; the rest is indexed after the next opening. */
  close(): Promise<void>;
}

/**
 * The memory in a schema. Entries and insights are the same code as in SQLite; the index is rows of its own.
 * @param stored its tables as SQLite names them
 * @throws as `openInPostgres`
 */
export async function openMemoryInPostgres(
  connected: Connected,
  stored: Omit<StoredTables, 'name' | 'also'>,
  owner: KnownOwner,
  options: JournalOptions,
): Promise<MemoryInPostgres> {
  const tables = () => stored.tables().map(renamed);
  const parts = { ...stored, name: 'memory', tables, also: postingTables };
  await openInPostgres(connected, { ...parts, stepsOn: () => ({}), readsOn: () => ({}) }, options);
  const [work, keys, recent] = [workOn(connected), new PersonKeys(owner), new RecentReads()];
  const writer = new MemoryWriter(
    work,
    keys,
    recent,
    (carryOut) => new PostgresJournal<Written>(connected, 'memory', carryOut, options),
  );
  await writer.open();
  return {
    journal: writer,
    store: memoryStoreOver(
      {
        run: work.read,
        namespaceRows: async (namespace, person) => await namespaceRows(work, namespace, person),
        pause: async () => undefined,
      },
      { lookup: postings, recent, keys, searchable: async () => await writer.searchable() },
    ),
    insights: insightReads(work.read, keys),
    close: async () => await writer.close(),
  };
}

const nameOf = (name: string): string => NAMES[name] ?? name;

const renamed = (table: Table): Table => ({
  ...table,
  name: nameOf(table.name),
  references: table.references.map((one) => ({ ...one, table: nameOf(one.table) })),
});

/** One statement sees one version. */
async function namespaceRows(
  work: PostgresWork,
  namespace: Namespace,
  person: string,
): Promise<NamespaceRows> {
  const rows = await work.read(current({ namespace, person }));
  const { version, tail, chars } = rows[0] ?? { version: 0, tail: '', chars: 0 };
  return { version, tail, chars, rows: rows.filter(isEntry), isOfNow: true };
}

type NamespaceRow = Pick<NamespaceRows, 'version' | 'tail' | 'chars'> &
  (CurrentRow | { readonly entry_id: null });

const isEntry = (row: NamespaceRow): row is NamespaceRow & CurrentRow => row.entry_id !== null;

const current = asking<{ readonly namespace: string; readonly person: string }, NamespaceRow>(
  ({ namespace, person }) => sql`SELECT version, tail, chars, ${CURRENT_COLUMNS} FROM namespaces
    LEFT JOIN entries ON entries.namespace = namespaces.namespace AND entries.person_id = namespaces.person_id
      AND superseded_at IS NULL
    WHERE namespaces.namespace = ${namespace} AND namespaces.person_id = ${person} ORDER BY position`,
);

/** More of the index. */
const INDEX = { change: 'memory.index' } as const;
type Written = StoredChange | typeof INDEX;

/** Does all writing to the memory, one list after another. A large list is indexed after it was acknowledged. */
class MemoryWriter implements Journal<StoredChange> {
  readonly #work: PostgresWork;
  readonly #memory: MemoryWork;
  readonly #recent: RecentReads;
  readonly #journal: Journal<Written>;
  /** As it is committed, or may be. */
  #isBehind = false;
  /** What the latest transaction leaves, once it is committed. */
  #isLeft = false;
  #isClosing = false;
  #indexing: Promise<void> | null = null;

  constructor(
    work: PostgresWork,
    keys: PersonKeys,
    recent: RecentReads,
    journalOf: (carryOut: CarryOut<Written>) => Journal<Written>,
  ) {
    this.#work = work;
    this.#memory = new MemoryWork(postings, keys);
    this.#recent = recent;
    this.#journal = journalOf(async (changes, client) => {
      // Of a list that is tried again.
      this.#memory.index.forget();
      const isOfIndex = changes.every((change) => change.change === INDEX.change);
      const { result, unanswered } = await (isOfIndex
        ? work.in(client, this.#memory.index.catchUp())
        : work.in(client, this.#carriedOut(changes as readonly StoredChange[])));
      this.#isLeft = result;
      if (result) this.#isBehind = true;
      return unanswered;
    });
  }

  async open(): Promise<void> {
    this.#isBehind = await this.#work.read(this.#memory.index.isBehind());
  }

  async commit(changes: readonly StoredChange[], durability?: Durability): Promise<void> {
    const written = this.#recent.writing();
    try {
      await this.#journal.commit(changes, durability);
      this.#isBehind = this.#isLeft;
    } finally {
      written();
    }
    if (this.#isBehind) void this.searchable();
  }

  /** Never rejects: the next call tries again. */
  searchable(): Promise<void> {
    if (!this.#isBehind && this.#indexing === null) return Promise.resolve();
    this.#indexing ??= this.#catchUp().finally(() => (this.#indexing = null));
    return this.#indexing;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#indexing;
  }

  async #catchUp(): Promise<void> {
    try {
      while (this.#isBehind && !this.#isClosing) {
        await this.#journal.commit([INDEX], 'written');
        this.#isBehind = this.#isLeft;
      }
    } catch {
      // The server is away: search finds what is indexed.
    }
  }

  /** @returns whether the index is behind then */
  *#carriedOut(changes: readonly StoredChange[]) {
    const { index } = this.#memory;
    const [wasBehind, context] = yield* together(index.isBehind(), this.#memory.begun(changes));
    for (const some of alike(changes)) yield* this.#memory.carriedOut(some, context);
    yield* this.#memory.ended(context);
    if (wasBehind || !isSmall(changes)) return true;
    while (yield* index.catchUp());
    return false;
  }
}
