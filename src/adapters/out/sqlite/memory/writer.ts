import type { EntryId } from '../../../../core/kernel/ids.ts';
import { refuseStorage } from '../../../../core/kernel/storage-refusals.ts';
import type { WriteGate } from '../../../../core/kernel/write-gate.ts';
import type { Durability, Journal } from '../../../../core/ports/journal.ts';
import { OneAtATime } from '../../../../core/kernel/one-at-a-time.ts';
import type { LogSync } from '../log-sync.ts';
import type { Connection, OpenDatabase } from '../open.ts';
import type { PersonKeys } from '../person-keys.ts';
import type { Statement } from '../statements.ts';
import { classified, isLostConnection } from '../storage-errors.ts';
import { entryStatements } from './entry-statements.ts';
import { insightStatements } from './insight-statements.ts';
import { ROWS_AT_ONCE } from './many-rows.ts';
import { steps } from './parts.ts';
import type { ChangeOf, Context, Kind, StoredChange } from './steps.ts';
import type { RecentReads } from './recent-reads.ts';
import { TermIndex } from './term-index.ts';

/** How long a commit may work in one tick of the event loop. */
const TICK_MS = 8;
/** In pages; the default of SQLite. */
const LONG_LOG = 1_000;

function seqsOf(changes: readonly StoredChange[], last: number): ReadonlyMap<EntryId, number> {
  const seqs = new Map<EntryId, number>();
  for (const change of changes)
    if (change.change === 'entry.add') seqs.set(change.entry.entryId, last + seqs.size + 1);
  return seqs;
}

/** Consecutive changes of one kind that are carried out at once. */
type Alike = { [Of in Kind]: { readonly kind: Of; readonly changes: readonly ChangeOf<Of>[] } }[Kind];

/** In order. */
function* alike(changes: readonly StoredChange[]): Iterable<Alike> {
  for (let from = 0, to = 1; from < changes.length; from = to) {
    const kind = changes[from]?.change;
    for (to = from + 1; to < from + ROWS_AT_ONCE && changes[to]?.change === kind;) to += 1;
    yield { kind, changes: changes.slice(from, to) } as Alike;
  }
}

/** A larger commit is indexed after it has been acknowledged. */
const INDEXED_AT_ONCE = { entries: 32, chars: 16_384 };

/**
 * Does all writing to memory.db, one piece of work at a time. A large commit is one transaction over several ticks of
 * the event loop, during which readers, on a connection of their own, see the state before it; if the process is
 * killed, SQLite rolls it back. `isShared` says that readers use the same connection (`:memory:`): then a commit takes
 * one tick.
 *
 * Commits have passed the gate already. The writer's own work, indexing and checkpoints, passes the gate before it
 * queues: otherwise it could wait at a closed gate and block a commit that has passed.
 */
export class MemoryWriter implements Journal<StoredChange> {
  readonly #connection: Connection;
  readonly #isShared: boolean;
  readonly #index: TermIndex;
  readonly #gate: WriteGate;
  readonly #recent: RecentReads;
  readonly #keys: PersonKeys;
  readonly #sync: LogSync;
  readonly #statements: ReturnType<typeof entryStatements>;
  readonly #insights: ReturnType<typeof insightStatements>;
  readonly #lastSeq: Statement;
  readonly #setLastSeq: Statement;
  readonly #queue = new OneAtATime<'write'>();
  #indexing: Promise<void> | null = null;
  #checkpointing: Promise<void> | null = null;
  #isBehind: boolean;
  /** Erased words are in the log until a checkpoint empties it: also in that of a process which died before. */
  #mayHoldErased = true;
  #isClosing = false;
  /** After a failed fsync: work that waits for this connection is refused, and retried on another one. */
  #isLost = false;
  #isLeft = false;

  constructor(
    { connection, prepare, sync }: Pick<OpenDatabase<unknown>, 'connection' | 'prepare' | 'sync'>,
    isShared: boolean,
    gate: WriteGate,
    recent: RecentReads,
    keys: PersonKeys,
  ) {
    this.#recent = recent;
    this.#keys = keys;
    this.#connection = connection;
    this.#isShared = isShared;
    this.#gate = gate;
    this.#sync = sync;
    this.#index = new TermIndex(prepare);
    this.#statements = entryStatements(prepare);
    this.#insights = insightStatements(prepare);
    this.#lastSeq = prepare('SELECT last_seq FROM term_index');
    this.#setLastSeq = prepare('UPDATE term_index SET last_seq = ?');
    this.#isBehind = this.#index.isBehind;
    // The writer runs checkpoints itself, not at the end of a commit.
    connection.pragma('wal_autocheckpoint = 0');
  }

  async commit(changes: readonly StoredChange[], durability: Durability = 'synced'): Promise<void> {
    await this.#next(async () => {
      await this.#whole(async () => await this.#apply(changes));
      this.#isBehind = this.#index.isBehind;
      if (this.#isBehind) void this.searchable();
    });
    // Outside the queue, so that the next piece of work runs meanwhile.
    if (durability === 'written') return this.#sync.later();
    await this.#sync.synced().catch((error: unknown) => {
      throw classified(error);
    });
  }

  /** Brings the index up to date in short pieces, between which commits run. Never rejects: the next call retries. */
  searchable(): Promise<void> {
    if (!this.#isBehind) return Promise.resolve();
    this.#indexing ??= this.#catchUp().finally(() => (this.#indexing = null));
    return this.#indexing;
  }

  /** After this, the log is not checkpointed into the damaged database. */
  leave(): void {
    this.#isLeft = true;
  }

  /** Waits for the commits under way; the rest is indexed after the next opening. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#queue.run('write', async () => undefined);
    await this.#indexing;
    await this.#checkpointing;
  }

  async #catchUp(): Promise<void> {
    const some = async (): Promise<void> => {
      this.#isBehind = await this.#whole(async () => this.#index.catchUp());
      await nextTick();
    };
    try {
      while (this.#isBehind && !this.#isClosing) await this.#gate.pass(() => this.#next(some));
    } catch {
      // The disk failed: search finds what is indexed, and the next call tries again.
    }
  }

  #next<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#queued(work).finally(() => this.#checkpointSoon());
  }

  #queued<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#queue.run('write', async () => {
      if (this.#isLost) throw refuseStorage.storage_error();
      return await work();
    });
  }

  #checkpointSoon(): void {
    this.#checkpointing ??= this.#gate
      .pass(() => this.#queued(() => this.#checkpoint()))
      .catch(() => undefined)
      .finally(() => (this.#checkpointing = null));
  }

  async #checkpoint(): Promise<void> {
    if (this.#isLeft) return;
    try {
      // A log with a hole must not reach the database.
      this.#sync.ready();
      // NOOP only reports the length of the log.
      const [state] = this.#connection.pragma('wal_checkpoint(NOOP)') as {
        log: number;
        checkpointed: number;
      }[];
      if (!state || (state.log - state.checkpointed < LONG_LOG && !this.#mayHoldErased)) return;
      await nextTick();
      // The store may have been found damaged meanwhile.
      if (this.#isLeft) return;
      const how = this.#mayHoldErased ? 'TRUNCATE' : 'PASSIVE';
      const [done] = this.#connection.pragma(`wal_checkpoint(${how})`) as { busy: number }[];
      // Busy while a backup or a reader holds on to what was before: the next piece of work tries again.
      this.#mayHoldErased &&= done?.busy !== 0;
      await nextTick();
    } catch {
      // The disk is full: the log stays, and the next piece of work tries again.
    }
  }

  /** Runs `work` in one transaction, which may span several ticks. */
  async #whole<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      this.#sync.ready();
      this.#connection.exec('BEGIN IMMEDIATE');
      const result = await work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      this.#index.forget();
      this.#isLost = isLostConnection(error);
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      throw classified(error);
    } finally {
      // Also after a failure: some disks fail when all is written.
      this.#recent.forget();
    }
  }

  async #apply(changes: readonly StoredChange[]): Promise<void> {
    const wasBehind = this.#index.isBehind;
    const { last_seq: last } = this.#lastSeq.get() as { last_seq: number };
    const shared = {
      statements: this.#statements,
      insights: this.#insights,
      index: this.#index,
      keys: this.#keys,
    };
    const context: Context = { ...shared, sources: new Map(), seqs: seqsOf(changes, last) };
    const entries = changes.filter(({ change }) => change !== 'namespace.set').length;
    const isLarge = entries > INDEXED_AT_ONCE.entries && !this.#isShared;
    // Preparing the changes has used up this tick.
    if (isLarge) await nextTick();
    let until = performance.now() + TICK_MS;
    for (const some of alike(changes)) {
      carryOut(some, context);
      if (this.#isShared || performance.now() < until) continue;
      await nextTick();
      until = performance.now() + TICK_MS;
    }
    this.#setLastSeq.run(last + context.seqs.size);
    this.#mayHoldErased ||= changes.some(({ change }) => change === 'entry.erase');
    this.#index.flush();
    // Writing to disk takes a tick of its own, too.
    if (isLarge) await nextTick();
    const isSmall = entries <= INDEXED_AT_ONCE.entries && charsAdded(changes) <= INDEXED_AT_ONCE.chars;
    if (!wasBehind && isSmall) while (this.#index.catchUp());
  }
}

/** The kind matches its changes, which TypeScript cannot follow through a lookup. */
function carryOut({ kind, changes }: Alike, context: Context): void {
  const step = steps[kind] as (changes: readonly StoredChange[], context: Context) => void;
  step(changes, context);
}

const charsAdded = (changes: readonly StoredChange[]): number =>
  changes.reduce((sum, change) => sum + (change.change === 'entry.add' ? change.entry.text.length : 0), 0);

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
