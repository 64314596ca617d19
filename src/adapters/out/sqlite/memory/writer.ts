import type { EntryId } from '../../../../core/kernel/ids.ts';
import { JournalConflict } from '../../../../core/ports/journal.ts';
import type { HeldEntry, MemoryChange, MemoryCommit } from '../../../../core/memory/store.ts';
import type { Source } from '../../../../core/memory/model.ts';
import type { Connection, Statement } from '../open.ts';
import { refuseStorage } from '../../../../core/kernel/storage-refusals.ts';
import { classified, isLostConnection } from '../storage-errors.ts';
import { ManyRows, ROWS_AT_ONCE } from './many-rows.ts';
import { sourceRow } from './rows.ts';
import { TermIndex } from './term-index.ts';

/** How long a commit works before it lets others have their turn. */
const TURN_MS = 8;
/** In pages, as SQLite itself would have it. */
const LONG_LOG = 1_000;

/** What one commit looks up again and again. */
interface Context {
  readonly sources: Map<Source, number>;
  /** Of the entries that it adds. */
  readonly seqs: ReadonlyMap<EntryId, number>;
  /** What the namespace has after it. */
  readonly version: number;
}

function seqsOf(changes: readonly MemoryChange[], last: number): ReadonlyMap<EntryId, number> {
  const seqs = new Map<EntryId, number>();
  for (const change of changes)
    if (change.change === 'entry.add') seqs.set(change.entry.entryId, last + seqs.size + 1);
  return seqs;
}

type Kind = MemoryChange['change'];
type ChangeOf<Of extends Kind> = Extract<MemoryChange, { readonly change: Of }>;
/** Changes of one kind, as many as are carried out at once. */
type Alike = { [Of in Kind]: { readonly kind: Of; readonly changes: readonly ChangeOf<Of>[] } }[Kind];

/** In their order. */
function* alike(changes: readonly MemoryChange[]): Iterable<Alike> {
  for (let from = 0, to = 1; from < changes.length; from = to) {
    const kind = changes[from]?.change;
    for (to = from + 1; to < from + ROWS_AT_ONCE && changes[to]?.change === kind;) to += 1;
    yield { kind, changes: changes.slice(from, to) } as Alike;
  }
}

/** A commit of more is indexed after it has been acknowledged. */
const INDEXED_AT_ONCE = { entries: 32, chars: 16_384 };

/**
 * The only one who writes memory.db, one piece of work at a time. A large commit is one transaction over several
 * turns of the event loop, in which others read, by a connection of their own, what was before it; killed in the middle
 * of it, SQLite has never heard of it. `isShared` says that readers use the same connection (`:memory:`): then a
 * commit is one turn.
 */
export class MemoryWriter {
  readonly #connection: Connection;
  readonly #isShared: boolean;
  readonly #index: TermIndex;
  readonly #statements: ReturnType<typeof statementsOn>;
  #last: Promise<unknown> = Promise.resolve();
  #indexing: Promise<void> | null = null;
  #isBehind: boolean;
  #isClosing = false;
  /** After an fsync that failed: whoever waits for this connection is refused, and asks another one. */
  #isLost = false;
  #isLeft = false;

  constructor(connection: Connection, isShared: boolean) {
    this.#connection = connection;
    this.#isShared = isShared;
    this.#index = new TermIndex(connection);
    this.#statements = statementsOn(connection);
    this.#isBehind = this.#index.isBehind;
    // The log is folded in by turns of its own, not at the end of a commit that somebody waits for.
    connection.pragma('wal_autocheckpoint = 0');
  }

  commit(commit: MemoryCommit): Promise<void> {
    return this.#next(async () => {
      await this.#whole(async () => await this.#apply(commit));
      this.#isBehind = this.#index.isBehind;
      if (this.#isBehind) void this.searchable();
    });
  }

  /** Brings the index up to date in short turns, between which commits have theirs. Does not fail: it begins again. */
  searchable(): Promise<void> {
    if (!this.#isBehind) return Promise.resolve();
    this.#indexing ??= this.#catchUp().finally(() => (this.#indexing = null));
    return this.#indexing;
  }

  /** From now on the log is not folded into what turned out to be damaged. */
  leave(): void {
    this.#isLeft = true;
  }

  /** Ends the commits that are under way; what is not indexed will be after the next opening. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#last;
    await this.#indexing;
  }

  async #catchUp(): Promise<void> {
    try {
      while (this.#isBehind && !this.#isClosing)
        await this.#next(async () => {
          this.#isBehind = await this.#unsynced(async () => this.#index.catchUp());
          await nextTurn();
        });
    } catch {
      // The disk said no: entries are found by what is indexed, and the next one who asks tries again.
    }
  }

  #next<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = this.#last.then(() => {
      if (this.#isLost) throw refuseStorage.storage_error();
      return work();
    });
    this.#last = running.catch(() => undefined).then(() => this.#foldIn());
    return running;
  }

  async #foldIn(): Promise<void> {
    if (this.#isLeft) return;
    try {
      // NOOP only tells how long the log is.
      const [state] = this.#connection.pragma('wal_checkpoint(NOOP)') as {
        log: number;
        checkpointed: number;
      }[];
      if (!state || state.log - state.checkpointed < LONG_LOG) return;
      await nextTurn();
      this.#connection.pragma('wal_checkpoint(PASSIVE)');
      await nextTurn();
    } catch {
      // The disk is full: the log stays, and is tried again after the next piece of work.
    }
  }

  /** A transaction over the turns that `work` takes. */
  async #whole<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      this.#connection.exec('BEGIN IMMEDIATE');
      const result = await work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      this.#index.forget();
      this.#isLost = isLostConnection(error);
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      throw classified(error);
    }
  }

  /** What can be worked out again is not worth waiting for the disk. */
  async #unsynced<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#connection.pragma('synchronous = NORMAL');
    try {
      return await this.#whole(work);
    } finally {
      this.#connection.pragma('synchronous = FULL');
    }
  }

  async #apply({ namespace, version, tail, chars, changes }: MemoryCommit): Promise<void> {
    const { versionOf, setNamespace, lastSeq, setLastSeq } = this.#statements;
    const found = (versionOf.get(namespace) as { version: number } | undefined)?.version ?? 0;
    if (found !== version) throw new JournalConflict('the namespace was changed by somebody else');
    setNamespace.run(namespace, version + 1, tail, chars);
    const wasBehind = this.#index.isBehind;
    let { last_seq: seq } = lastSeq.get() as { last_seq: number };
    const context: Context = { sources: new Map(), seqs: seqsOf(changes, seq), version: version + 1 };
    const isLarge = changes.length > INDEXED_AT_ONCE.entries && !this.#isShared;
    // What was worked out for it has used up the turn that it came in.
    if (isLarge) await nextTurn();
    let until = performance.now() + TURN_MS;
    for (const some of alike(changes)) {
      seq = this.#carryOut(some, seq, context);
      if (this.#isShared || performance.now() < until) continue;
      await nextTurn();
      until = performance.now() + TURN_MS;
    }
    setLastSeq.run(seq);
    this.#index.flush();
    // Writing it to the disk takes a turn of its own, too.
    if (isLarge) await nextTurn();
    const isSmall = changes.length <= INDEXED_AT_ONCE.entries && charsAdded(changes) <= INDEXED_AT_ONCE.chars;
    if (!wasBehind && isSmall) while (this.#index.catchUp());
  }

  /** Returns the last seq that is taken. */
  #carryOut({ kind, changes }: Alike, seq: number, context: Context): number {
    const { add, move, confirm, erase } = this.#statements;
    switch (kind) {
      case 'entry.add':
        add.run(changes.map(({ entry }, index) => this.#row(entry, seq + 1 + index, context)));
        return seq + changes.length;
      case 'entry.move':
        for (const { lead, position, entryId } of changes) move.run(lead, position, entryId);
        return seq;
      case 'entry.supersede':
        this.#supersede(changes, context);
        return seq;
      case 'entry.confirm':
        for (const { at, entryId } of changes) confirm.run(at, entryId);
        return seq;
      case 'entry.erase':
        for (const { entryId } of changes) {
          const own = this.#seqOf(entryId);
          if (own === null) continue;
          this.#index.erase(own);
          erase.run(own);
        }
        return seq;
    }
  }

  #supersede(changes: readonly ChangeOf<'entry.supersede'>[], { seqs, version }: Context): void {
    const { supersede, behind } = this.#statements;
    const superseded = supersede.returned(
      changes.map(({ entryId, at, by }) => [
        entryId,
        at,
        by === null ? null : (seqs.get(by) ?? this.#seqOf(by)),
        version,
      ]),
    );
    if (superseded.length < changes.length)
      throw new JournalConflict('what was to be superseded is not there');
    behind.run(superseded.map((seq) => [seq]));
  }

  #row(entry: HeldEntry, seq: number, { sources }: Context) {
    const { entryId, namespace, position, lead, text, source, createdAt, updatedAt, validFrom } = entry;
    const from = this.#sourceOf(source, sources);
    return [seq, entryId, namespace, position, lead, text, from, createdAt, updatedAt, validFrom] as const;
  }

  #seqOf(entryId: EntryId): number | null {
    return (this.#statements.seqOf.get(entryId) as { seq: number } | undefined)?.seq ?? null;
  }

  #sourceOf(source: Source, known: Map<Source, number>): number {
    const before = known.get(source);
    if (before !== undefined) return before;
    const row = sourceRow(source);
    const { source: found } = (this.#statements.findSource.get(...row) ??
      this.#statements.addSource.get(...row)) as { source: number };
    known.set(source, found);
    return found;
  }
}

const charsAdded = (changes: readonly MemoryChange[]): number =>
  changes.reduce((sum, change) => sum + (change.change === 'entry.add' ? change.entry.text.length : 0), 0);

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function statementsOn(connection: Connection) {
  const prepare = (sql: string): Statement<unknown[]> => connection.prepare<unknown[]>(sql);
  return {
    versionOf: prepare('SELECT version FROM namespaces WHERE namespace = ?'),
    setNamespace: prepare(
      `INSERT INTO namespaces (namespace, version, tail, chars) VALUES (?, ?, ?, ?)
       ON CONFLICT (namespace) DO UPDATE SET version = excluded.version, tail = excluded.tail, chars = excluded.chars`,
    ),
    lastSeq: prepare('SELECT last_seq FROM term_index'),
    setLastSeq: prepare('UPDATE term_index SET last_seq = ?'),
    findSource: prepare(
      'SELECT source FROM sources WHERE origin = ? AND run_id = ? AND thread_id = ? AND tool = ?',
    ),
    addSource: prepare(
      'INSERT INTO sources (origin, run_id, thread_id, tool) VALUES (?, ?, ?, ?) RETURNING source',
    ),
    add: new ManyRows(
      connection,
      10,
      (rows) => `INSERT INTO entries
        (seq, entry_id, namespace, position, lead, text, source, created_at, updated_at, valid_from) VALUES ${rows}`,
    ),
    move: prepare('UPDATE entries SET lead = ?, position = ? WHERE entry_id = ?'),
    supersede: new ManyRows(
      connection,
      4,
      (rows) => `WITH given (entry_id, at, seq, version) AS (VALUES ${rows})
        UPDATE entries SET superseded_at = given.at, superseded_by = given.seq, superseded_in = given.version FROM given
        WHERE entries.entry_id = given.entry_id AND superseded_at IS NULL RETURNING entries.seq`,
    ),
    behind: new ManyRows(
      connection,
      1,
      (rows) => `INSERT OR IGNORE INTO term_index_behind (seq) VALUES ${rows}`,
    ),
    confirm: prepare('UPDATE entries SET updated_at = ? WHERE entry_id = ?'),
    seqOf: prepare('SELECT seq FROM entries WHERE entry_id = ?'),
    erase: prepare('DELETE FROM entries WHERE seq = ?'),
  };
}
