import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { open as openFolder } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { OVER } from '../../../core/kernel/abort.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Connection } from './open.ts';

const dataSync = promisify(fdatasync);

async function synced(descriptor: number, folder: string | null): Promise<void> {
  await dataSync(descriptor);
  if (folder === null) return;
  const handle = await openFolder(folder);
  try {
    await handle.sync();
  } catch (error) {
    // Some network file systems have no sync of folders.
    if (!['EINVAL', 'ENOTSUP'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await handle.close();
  }
}

/** Delay before written commits are synced, unless a synced commit comes first. */
const LATER_MS = 1_000;

/** How long SQLite waits for another connection. */
export const BUSY_MS = 5_000;

/** Brings the commits of one database to disk. */
export interface LogSync {
  /**
   * Resolves once everything committed before this call is on disk.
   * @throws an error with an SQLite code if that fails
   */
  synced(): Promise<void>;
  /** What was committed is on disk within a second, even without `synced`. */
  later(): void;
  /**
   * Call it before each transaction.
   * @throws an error with an SQLite code while the log cannot be trusted: then commit nothing
   */
  ready(): void;
  /**
   * Checkpoints what an earlier connection left in the log, so that everything a new connection finds is on disk before
   * it serves.
   * @throws if that fails
   */
  checkpointLeftover(): void;
  /** Waits for a sync that is under way. The connection is still open, and closes next. */
  close(): Promise<void>;
}

/** For a database in memory, or one that SQLite itself syncs. */
export const noSync: LogSync = {
  synced: async () => undefined,
  later: () => undefined,
  ready: () => undefined,
  checkpointLeftover: () => undefined,
  close: async () => undefined,
};

export interface BackgroundLogSyncOptions {
  /** Without one, `later` waits for the next synced commit, or the close. */
  readonly clock?: Pick<Clock, 'sleep'> | null;
  /** The log existed before this connection. */
  readonly isLeftBehind: boolean;
  /** By default, fdatasync(2) of the file, and a sync of its folder unless that is null. */
  readonly bySync?: (descriptor: number, folder: string | null) => Promise<void>;
}

/**
 * Syncs the write-ahead log of a database in the background, while the connection, in `synchronous = NORMAL`, keeps
 * writing and reading. On a disk whose sync takes many milliseconds, only the commits that must be on it wait, and all
 * that arrive meanwhile share one sync.
 *
 * A failed sync leaves a hole in the log: the system marks the pages as clean, so a later sync does not write them.
 * After a loss of power, recovery would end at the hole and drop acknowledged commits after it. Therefore SQLite then
 * checkpoints the log: it writes and syncs the pages in the database and restarts the log. Until that succeeds there is
 * no further commit. A log that an earlier process left is checkpointed, too, because it is unknown whether it was
 * synced.
 */
export class BackgroundLogSync implements LogSync {
  readonly #connection: Connection;
  readonly #file: string;
  readonly #clock: Pick<Clock, 'sleep'> | null;
  #descriptor: number | null = null;
  #current: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  /** Cancels the delayed sync; null if none is scheduled. */
  #waiting: AbortController | null = null;
  readonly #isLeftBehind: boolean;
  readonly #bySync: NonNullable<BackgroundLogSyncOptions['bySync']>;
  #hasHole = false;

  constructor(
    connection: Connection,
    { clock = null, isLeftBehind, bySync = synced }: BackgroundLogSyncOptions,
  ) {
    this.#connection = connection;
    this.#file = `${connection.name}-wal`;
    this.#clock = clock;
    this.#isLeftBehind = isLeftBehind;
    this.#bySync = bySync;
  }

  synced(): Promise<void> {
    if (this.#next) return this.#next;
    if (!this.#current) return this.#begin();
    // The sync under way may have begun before the last commit was written.
    const begin = () => {
      this.#next = null;
      return this.#begin();
    };
    this.#next = this.#current.then(begin, begin);
    return this.#next;
  }

  later(): void {
    if (this.#waiting || !this.#clock) return;
    const waiting = new AbortController();
    this.#waiting = waiting;
    void this.#clock.sleep(LATER_MS, waiting.signal).then(() => {
      // A failure is reported by the next commit.
      if (!waiting.signal.aborted) this.synced().catch(() => undefined);
    });
  }

  ready(): void {
    if (this.#hasHole) this.#checkpoint();
  }

  checkpointLeftover(): void {
    if (!this.#isLeftBehind) return;
    try {
      this.#checkpoint();
    } catch {
      // On a full disk the log stays in use.
      fdatasyncSync(this.#opened());
    }
  }

  async close(): Promise<void> {
    this.#waiting?.abort(OVER);
    await Promise.allSettled([this.#current, this.#next]);
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #begin(): Promise<void> {
    // This sync covers what the delayed one would.
    this.#waiting?.abort(OVER);
    this.#waiting = null;
    const done = this.#sync().finally(() => {
      if (this.#current === done) this.#current = null;
    });
    this.#current = done;
    return done;
  }

  async #sync(): Promise<void> {
    if (this.#hasHole) return this.#checkpoint();
    try {
      // SQLite created the file, and in this mode does not sync its name.
      const folder = this.#descriptor === null ? dirname(this.#file) : null;
      await this.#bySync(this.#opened(), folder);
    } catch {
      this.#hasHole = true;
      this.#checkpoint();
    }
  }

  /**
   * SQLite holds no lock on the log, so opening and closing it here drops none. Windows syncs only files open for
   * writing.
   */
  #opened(): number {
    return (this.#descriptor ??= openSync(this.#file, 'r+'));
  }

  /** @throws Unsynced */
  #checkpoint(): void {
    // Blocks the event loop, so it does not wait for readers.
    this.#connection.pragma('busy_timeout = 0');
    try {
      checkpoint(this.#connection);
    } catch {
      // The system reports a failed sync once to each open file, so this may be a repeated report of the same failure.
      try {
        checkpoint(this.#connection);
      } catch (error) {
        throw new Unsynced(error);
      }
    } finally {
      this.#connection.pragma(`busy_timeout = ${BUSY_MS}`);
    }
    this.#hasHole = false;
  }
}

function checkpoint(connection: Connection): void {
  const [{ busy } = { busy: 1 }] = connection.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  if (busy !== 0) throw new Error('another connection is reading from the log');
}

/** Never has the code of a failed fsync: that would open another connection, which would not help. */
class Unsynced extends Error {
  readonly code: 'SQLITE_FULL' | 'SQLITE_IOERR';

  constructor(cause: unknown) {
    super(`Written data could not be synced to disk: ${(cause as Error).message}`, { cause });
    this.name = 'Unsynced';
    this.code = (cause as { code?: unknown }).code === 'SQLITE_FULL' ? 'SQLITE_FULL' : 'SQLITE_IOERR';
  }
}
