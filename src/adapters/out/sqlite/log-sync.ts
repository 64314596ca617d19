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

/** What is only written is on the disk this much later, if no synced commit brings it there before. */
const LATER_MS = 1_000;

/** How long SQLite waits for another connection. */
export const BUSY_MS = 5_000;

/** Brings the commits of one database to the disk. */
export interface LogSync {
  /** Resolves once everything committed before this call is on the disk. @throws an error with an SQLite code when it is not */
  synced(): Promise<void>;
  /** What was committed is on the disk within a second, also without `synced`. */
  later(): void;
  /** Call it before each transaction. @throws an error with an SQLite code while the log cannot be trusted: then commit nothing */
  ready(): void;
  /**
   * Folds in what an earlier connection left in the log: what is there when a database is opened is on the disk before it
   * serves. @throws when it could not be brought there
   */
  foldLeftBehind(): void;
  /** Waits for a sync that is under way. The connection is still open, and closes next. */
  close(): Promise<void>;
}

/** For a database in memory, and one that SQLite itself syncs. */
export const noSync: LogSync = {
  synced: async () => undefined,
  later: () => undefined,
  ready: () => undefined,
  foldLeftBehind: () => undefined,
  close: async () => undefined,
};

export interface BackgroundLogSyncOptions {
  /** Without one, `later` means with the next synced commit, or the close. */
  readonly clock?: Pick<Clock, 'sleep'> | null;
  /** There was a log before this connection. */
  readonly isLeftBehind: boolean;
  /** By default fdatasync(2) of the file, and a sync of the folder that it is in, unless that is null. */
  readonly bySync?: (descriptor: number, folder: string | null) => Promise<void>;
}

/**
 * Syncs the write-ahead log of a database in the background, while the connection, in `synchronous = NORMAL`, writes and
 * reads on: on a disk whose sync takes many milliseconds only the commits that must be on it wait, all that have come
 * meanwhile for one sync.
 *
 * A failed sync leaves a hole in the log: the system takes the pages for clean and a later sync does not write them, so
 * that after a loss of power recovery would end at the hole and drop what was acknowledged behind it. Therefore the log is
 * then folded into the database by SQLite, which writes and syncs the pages there and begins the log anew; until that
 * succeeds there is no further commit. A log that an earlier process left behind is folded in, too, because whether it was
 * synced is not known.
 */
export class BackgroundLogSync implements LogSync {
  readonly #connection: Connection;
  readonly #file: string;
  readonly #clock: Pick<Clock, 'sleep'> | null;
  #descriptor: number | null = null;
  #current: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  /** What waits for the second to pass. */
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
    // The one that is under way may have begun before the last commit was written.
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
      // A failure shows in the next commit.
      if (!waiting.signal.aborted) this.synced().catch(() => undefined);
    });
  }

  ready(): void {
    if (this.#hasHole) this.#fold();
  }

  foldLeftBehind(): void {
    if (!this.#isLeftBehind) return;
    try {
      this.#fold();
    } catch {
      // On a full disk the log stays, and goes on.
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
    // This sync has all that it waits for.
    this.#waiting?.abort(OVER);
    this.#waiting = null;
    const done = this.#sync().finally(() => {
      if (this.#current === done) this.#current = null;
    });
    this.#current = done;
    return done;
  }

  async #sync(): Promise<void> {
    if (this.#hasHole) return this.#fold();
    try {
      // SQLite made the file, and in this mode does not sync its name.
      const folder = this.#descriptor === null ? dirname(this.#file) : null;
      await this.#bySync(this.#opened(), folder);
    } catch {
      this.#hasHole = true;
      this.#fold();
    }
  }

  /** SQLite holds no lock on the log, so opening and closing it here drops none. Windows syncs only what is open for writing. */
  #opened(): number {
    return (this.#descriptor ??= openSync(this.#file, 'r+'));
  }

  /** @throws Unsynced */
  #fold(): void {
    // It holds up the event loop, so it waits for no reader.
    this.#connection.pragma('busy_timeout = 0');
    try {
      foldIn(this.#connection);
    } catch {
      // The system reports a failed sync once to each open file, so this one may have been told of the same.
      try {
        foldIn(this.#connection);
      } catch (error) {
        throw new Unsynced(error);
      }
    } finally {
      this.#connection.pragma(`busy_timeout = ${BUSY_MS}`);
    }
    this.#hasHole = false;
  }
}

function foldIn(connection: Connection): void {
  const [{ busy } = { busy: 1 }] = connection.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  if (busy !== 0) throw new Error('another connection is reading from the log');
}

/** Never has the code of a failed fsync, which would open another connection: that one would be no better off. */
class Unsynced extends Error {
  readonly code: 'SQLITE_FULL' | 'SQLITE_IOERR';

  constructor(cause: unknown) {
    super(`The disk did not keep what was written: ${(cause as Error).message}`, { cause });
    this.name = 'Unsynced';
    this.code = (cause as { code?: unknown }).code === 'SQLITE_FULL' ? 'SQLITE_FULL' : 'SQLITE_IOERR';
  }
}
