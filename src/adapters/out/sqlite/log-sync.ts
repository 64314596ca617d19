import { closeSync, openSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { OVER } from '../../../core/kernel/abort.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Log } from '../../../core/ports/log.ts';
import { logDisk, type LogDisk } from './log-disk.ts';

/** Delay before written commits are synced, unless a synced commit comes first. */
const LATER_MS = 1_000;

const REPAIRED =
  'the disk failed to sync a store; it was written once more and is on disk, so nothing is lost. If you read this often, the disk is failing: look into the log of the system, and copy the data directory elsewhere';
const REFUSING =
  'the disk fails to sync a store: until it can, changes are refused, and those of the last moments may be lost with a loss of power. Free space on the disk, or look into the log of the system';
const RECOVERED = 'the store is on disk once more, and changes are accepted; nothing is lost';

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
   * Waits for a sync that is under way.
   * @returns whether everything committed is on disk; if not, close the connection without a checkpoint
   */
  close(): Promise<boolean>;
}

/** For a database in memory, or one that SQLite itself syncs. */
export const noSync: LogSync = {
  synced: async () => undefined,
  later: () => undefined,
  ready: () => undefined,
  close: async () => true,
};

export interface BackgroundLogSyncOptions {
  /** Without one, `later` waits for the next synced commit, or the close. */
  readonly clock?: Pick<Clock, 'sleep'> | null;
  readonly disk?: LogDisk;
  /** Told of failed syncs: once what happened, however many commits meet it, until a sync succeeds. */
  readonly log?: Pick<Log, 'warn' | 'error'> | null;
}

/**
 * Syncs the write-ahead log of a database in the background, while the connection, in `synchronous = NORMAL`, keeps
 * writing and reading. On a disk whose sync takes many milliseconds, only the commits that must be on it wait, and all
 * that arrive meanwhile share one sync.
 *
 * A failed sync leaves a hole in the log: the system marks the pages as clean, so a later sync does not write them.
 * After a loss of power, recovery would end at the hole and drop acknowledged commits after it. A checkpoint does not
 * help: until its cut of the log is on disk, recovery would write the older pages before the hole over the newer
 * database. Therefore the log is rewritten in place with its own bytes, and synced. Until that succeeds there is no
 * further commit and no checkpoint.
 */
export class BackgroundLogSync implements LogSync {
  readonly #file: string;
  readonly #clock: Pick<Clock, 'sleep'> | null;
  readonly #disk: LogDisk;
  readonly #log: Pick<Log, 'warn' | 'error'> | null;
  #descriptor: number | null = null;
  #current: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  /** Cancels the delayed sync; null if none is scheduled. */
  #waiting: AbortController | null = null;
  #hasHole = false;
  /** Since the last sync that succeeded. */
  readonly #told = new Set<string>();

  /** @param file the log */
  constructor(file: string, { clock = null, disk = logDisk, log = null }: BackgroundLogSyncOptions = {}) {
    this.#file = file;
    this.#clock = clock;
    this.#disk = disk;
    this.#log = log;
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
    if (this.#hasHole) this.#rewrite();
  }

  async close(): Promise<boolean> {
    this.#waiting?.abort(OVER);
    await Promise.allSettled([this.#current, this.#next]);
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
    try {
      this.ready();
      return true;
    } catch {
      return false;
    }
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
    if (this.#hasHole) return this.#rewrite();
    try {
      // The name of a new log must be on disk, too.
      const folder = this.#descriptor === null ? dirname(this.#file) : null;
      await this.#disk.sync(this.#opened(), folder);
      this.#told.clear();
    } catch (error) {
      this.#hasHole = true;
      this.#rewrite(error);
    }
  }

  /**
   * SQLite holds no lock on the log, so opening and closing it here drops none. Windows syncs only files open for
   * writing.
   */
  #opened(): number {
    return (this.#descriptor ??= openSync(this.#file, 'r+'));
  }

  #rewrite(failed?: unknown): void {
    try {
      this.#disk.rewrite(this.#file);
    } catch (error) {
      this.#tell('error', REFUSING, error);
      throw error;
    }
    this.#hasHole = false;
    if (this.#told.has(REFUSING)) this.#tell('warn', RECOVERED);
    else this.#tell('warn', REPAIRED, failed);
  }

  #tell(level: 'warn' | 'error', event: string, error?: unknown): void {
    if (this.#told.has(event)) return;
    this.#told.add(event);
    const problem = (error as Error | undefined)?.message;
    const store = basename(this.#file, '-wal');
    this.#log?.[level](event, problem === undefined ? { store } : { store, problem });
  }
}
