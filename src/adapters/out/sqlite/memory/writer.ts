import type { EntryId } from '../../../../core/kernel/ids.ts';
import { JournalConflict } from '../../../../core/ports/journal.ts';
import type { MemoryChange, MemoryCommit } from '../../../../core/memory/store.ts';
import type { Source } from '../../../../core/memory/model.ts';
import type { Connection, Statement } from '../open.ts';
import { classified } from '../storage-errors.ts';
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
}

function seqsOf(changes: readonly MemoryChange[], last: number): ReadonlyMap<EntryId, number> {
  const seqs = new Map<EntryId, number>();
  for (const change of changes)
    if (change.change === 'entry.add') seqs.set(change.entry.entryId, last + seqs.size + 1);
  return seqs;
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
    const running = this.#last.then(work, work);
    this.#last = running.catch(() => undefined).then(() => this.#foldIn());
    return running;
  }

  async #foldIn(): Promise<void> {
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
    const context: Context = { sources: new Map(), seqs: seqsOf(changes, seq) };
    const isLarge = changes.length > INDEXED_AT_ONCE.entries && !this.#isShared;
    // What was worked out for it has used up the turn that it came in.
    if (isLarge) await nextTurn();
    let until = performance.now() + TURN_MS;
    let added = 0;
    for (const change of changes) {
      if (change.change === 'entry.add') added += change.entry.text.length;
      seq = this.#change(change, seq, context);
      if (this.#isShared || performance.now() < until) continue;
      await nextTurn();
      until = performance.now() + TURN_MS;
    }
    setLastSeq.run(seq);
    this.#index.flush();
    // Writing it to the disk takes a turn of its own, too.
    if (isLarge) await nextTurn();
    const isSmall = changes.length <= INDEXED_AT_ONCE.entries && added <= INDEXED_AT_ONCE.chars;
    if (!wasBehind && isSmall) while (this.#index.catchUp());
  }

  /** Returns the last seq that is taken. */
  #change(change: MemoryChange, seq: number, { sources, seqs }: Context): number {
    const { add, move, supersede, behind, confirm, erase } = this.#statements;
    switch (change.change) {
      case 'entry.add': {
        const { entry } = change;
        add.run(
          seq + 1,
          entry.entryId,
          entry.namespace,
          entry.position,
          entry.lead,
          entry.text,
          this.#sourceOf(entry.source, sources),
          entry.createdAt,
          entry.updatedAt,
          entry.validFrom,
        );
        return seq + 1;
      }
      case 'entry.move':
        move.run(change.lead, change.position, change.entryId);
        return seq;
      case 'entry.supersede': {
        const own = this.#seqOf(change.entryId);
        const by = change.by === null ? null : (seqs.get(change.by) ?? this.#seqOf(change.by));
        if (own === null || supersede.run(change.at, by, own).changes === 0)
          throw new JournalConflict('what was to be superseded is not there');
        behind.run(own);
        return seq;
      }
      case 'entry.confirm':
        confirm.run(change.at, change.entryId);
        return seq;
      case 'entry.erase': {
        const own = this.#seqOf(change.entryId);
        if (own !== null) {
          this.#index.erase(own);
          erase.run(own);
        }
        return seq;
      }
    }
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
    add: prepare(
      `INSERT INTO entries (seq, entry_id, namespace, position, lead, text, source, created_at, updated_at, valid_from)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    move: prepare('UPDATE entries SET lead = ?, position = ? WHERE entry_id = ?'),
    supersede: prepare(
      'UPDATE entries SET superseded_at = ?, superseded_by = ? WHERE seq = ? AND superseded_at IS NULL',
    ),
    behind: prepare('INSERT OR IGNORE INTO term_index_behind (seq) VALUES (?)'),
    confirm: prepare('UPDATE entries SET updated_at = ? WHERE entry_id = ?'),
    seqOf: prepare('SELECT seq FROM entries WHERE entry_id = ?'),
    erase: prepare('DELETE FROM entries WHERE seq = ?'),
  };
}
