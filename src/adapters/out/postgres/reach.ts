import { isConnectionLost, ofPostgres } from '../sql/postgres-errors.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Log } from '../../../core/ports/log.ts';

/** How long work waits for a server that is away, from the moment on when it could not be reached. */
const PATIENCE_MS = 30_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

export interface ReachDeps {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly log: Pick<Log, 'warn' | 'info'> | null;
}

/**
 * Whether the server is reached. A connection may end at any time, as where the server was started anew, so what meets that is
 * tried again: at once, and then for as long as its patience lasts.
 */
export class Reach {
  readonly #deps: ReachDeps;
  /** Each began after the one before: connections that end at the same moment are one. */
  #failures = 0;
  #awaySince: number | null = null;
  /** The schema is another engine's, or this one has closed it: there is nothing to wait for. */
  #isOver = false;

  constructor(deps: ReachDeps) {
    this.#deps = deps;
  }

  /** What failed by now; who tries gives it to `lost`. */
  get failures(): number {
    return this.#failures;
  }

  /** The last tries failed, new connections included. */
  get isAway(): boolean {
    return this.#failures > 1;
  }

  /** From now on nothing is tried again. */
  end(): void {
    this.#isOver = true;
  }

  reached(): void {
    if (this.isAway) this.#deps.log?.info('PostgreSQL is reached again', {});
    this.#failures = 0;
    this.#awaySince = null;
  }

  /**
   * @param error what was met, without what it says of the way there
   * @param before how many failures there were when the try began
   */
  lost(error: unknown, before = 0): void {
    const wasAway = this.isAway;
    this.#failures = Math.max(this.#failures, before + 1);
    this.#awaySince ??= this.#deps.clock.monotonic();
    if (this.isAway && !wasAway)
      this.#deps.log?.warn('PostgreSQL is not reached', { problem: (error as Error).message });
  }

  /**
   * Does the work, again where the connection was lost: work that may be done twice, or that finds out by itself whether it
   * was done.
   * @throws errors of the ports
   */
  async persist<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let pause = 0; ; pause = Math.min(Math.max(pause * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)) {
      const before = this.#failures;
      try {
        const result = await work();
        if (this.#failures > 0) this.reached();
        return result;
      } catch (error) {
        if (!isConnectionLost(error)) throw ofPostgres(error);
        this.lost(error, before);
        if (this.#isOver || this.#hasWaited()) throw ofPostgres(error);
      }
      if (pause > 0) await this.#deps.clock.sleep(pause);
    }
  }

  #hasWaited(): boolean {
    const { clock } = this.#deps;
    return clock.monotonic() - (this.#awaySince ?? clock.monotonic()) >= PATIENCE_MS;
  }
}
