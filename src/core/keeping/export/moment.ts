import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';
import type { Clock } from '../../ports/clock.ts';
import { exportLimits } from './limits.ts';
import type { WriteGate } from '../../kernel/write-gate.ts';
import type { OpenedDatabases, PinnedDatabases, PinnedFiles } from './port.ts';

/**
 * Databases and files of one moment. Only while it is pinned, nothing is written.
 * @throws what the ports throw; then nothing is held
 */
export async function pinnedTogether(
  opened: OpenedDatabases,
  gate: Pick<WriteGate, 'whileClosed'>,
  pinFiles: () => Promise<PinnedFiles>,
): Promise<{ readonly databases: PinnedDatabases; readonly files: PinnedFiles }> {
  let close = async () => await opened.close();
  try {
    const { databases, files } = await gate.whileClosed(async () => {
      const moment = await opened.pin();
      close = async () => await moment.close();
      return { databases: moment, files: await pinFiles() };
    });
    close = async () => {
      await databases.close();
      await files.close();
    };
    return { databases: await databases.read(), files };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

/**
 * Everything as it was at one moment, for one reader. Holding it costs room on the disk, so a reader that takes nothing
 * for a while, or is not done after hours, loses it: reading it fails then.
 */
export class Moment {
  readonly databases: PinnedDatabases;
  readonly files: PinnedFiles;
  readonly #clock: Clock;
  readonly #onClosed: () => void;
  readonly #ended = new AbortController();
  readonly #since: number;
  #lastTaken: number;
  #why: Says | null = null;
  #isClosed = false;

  constructor(databases: PinnedDatabases, files: PinnedFiles, clock: Clock, onClosed: () => void) {
    this.#onClosed = onClosed;
    this.databases = databases;
    this.files = files;
    this.#clock = clock;
    this.#since = clock.monotonic();
    this.#lastTaken = this.#since;
    void this.#watch();
  }

  /** The reader has taken something. */
  taken(): void {
    this.#lastTaken = this.#clock.monotonic();
  }

  /** Why it can no longer be read; null while it can. */
  get whyReleased(): Says | null {
    return this.#why;
  }

  /** Repeatable. */
  async close(): Promise<void> {
    this.#ended.abort();
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      this.databases.close();
      await this.files.close();
    } finally {
      this.#onClosed();
    }
  }

  async #watch(): Promise<void> {
    const { signal } = this.#ended;
    const { stallMs, longestMs } = exportLimits;
    while (!signal.aborted) {
      const now = this.#clock.monotonic();
      const left = Math.min(this.#lastTaken + stallMs, this.#since + longestMs) - now;
      if (left <= 0) {
        this.#why = say('export.released', { isTooLong: now - this.#since >= longestMs });
        // A file that could not be removed goes with the next start.
        await this.close().catch(() => undefined);
        return;
      }
      await this.#clock.sleep(left, signal);
    }
  }
}
