import { refuseStorage } from '../../../../core/kernel/storage-refusals.ts';
import type { WriteGate } from '../../../../core/kernel/write-gate.ts';
import type { Durability, Journal } from '../../../../core/ports/journal.ts';
import { OneAtATime } from '../../../../core/kernel/one-at-a-time.ts';
import type { LogSync } from '../log-sync.ts';
import type { Connection, OpenDatabase } from '../open.ts';
import type { PersonKeys } from '../../sql/person-keys.ts';
import { classified, isLostConnection } from '../storage-errors.ts';
import { workBy, type Now } from '../work.ts';
import { alike, hasMany, isSmall, MemoryWork } from '../../sql/memory/memory-work.ts';
import type { StoredChange } from '../../sql/memory/steps.ts';
import type { RecentReads } from '../../sql/memory/recent-reads.ts';
import { postings } from './postings.ts';

/** How long a commit may work in one tick of the event loop. */
const TICK_MS = 8;
/** In pages; the default of SQLite. */
const LONG_LOG = 1_000;

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
  readonly #now: Now;
  readonly #work: MemoryWork;
  readonly #gate: WriteGate;
  readonly #recent: RecentReads;
  readonly #sync: LogSync;
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
    this.#connection = connection;
    this.#isShared = isShared;
    this.#gate = gate;
    this.#sync = sync;
    this.#now = workBy(prepare);
    this.#work = new MemoryWork(postings, keys);
    this.#isBehind = this.#now(this.#work.index.isBehind());
    // The writer runs checkpoints itself, not at the end of a commit.
    connection.pragma('wal_autocheckpoint = 0');
  }

  async commit(changes: readonly StoredChange[], durability: Durability = 'synced'): Promise<void> {
    await this.#next(async () => {
      await this.#whole(async () => await this.#apply(changes));
      this.#isBehind = this.#now(this.#work.index.isBehind());
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
      this.#isBehind = await this.#whole(async () => this.#now(this.#work.index.catchUp()));
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
    const written = this.#recent.writing();
    try {
      this.#sync.ready();
      this.#connection.exec('BEGIN IMMEDIATE');
      const result = await work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      this.#work.index.forget();
      this.#isLost = isLostConnection(error);
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      throw classified(error);
    } finally {
      // Also after a failure: some disks fail when all is written.
      written();
    }
  }

  async #apply(changes: readonly StoredChange[]): Promise<void> {
    const wasBehind = this.#now(this.#work.index.isBehind());
    const isLarge = hasMany(changes) && !this.#isShared;
    // Preparing the changes has used up this tick.
    if (isLarge) await nextTick();
    const context = this.#now(this.#work.begun(changes));
    let until = performance.now() + TICK_MS;
    for (const some of alike(changes)) {
      this.#now(this.#work.carriedOut(some, context));
      if (this.#isShared || performance.now() < until) continue;
      await nextTick();
      until = performance.now() + TICK_MS;
    }
    this.#mayHoldErased ||= changes.some(({ change }) => change === 'entry.erase');
    this.#now(this.#work.ended(context));
    // Writing to disk takes a tick of its own, too.
    if (isLarge) await nextTick();
    if (!wasBehind && isSmall(changes)) while (this.#now(this.#work.index.catchUp()));
  }
}

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
