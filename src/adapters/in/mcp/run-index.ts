import type { EngineClient, Principal } from '../../../contract/tool-server/row.ts';
import type { Log } from '../../../core/ports/log.ts';

type Indexed = Awaited<ReturnType<EngineClient['toolServer.index']>>['runs'];

export interface RunIndexDeps {
  readonly engine: EngineClient;
  readonly principal: Principal;
  readonly stateDir: string;
  /** Never rejects. */
  readonly write: (runs: Indexed) => Promise<void>;
  readonly log: Log;
}

/**
 * Keeps the file with the index of runs in step with the engine: after each change that a tool reports, and while runs
 * are in progress also after each end that it learns of.
 */
export class RunIndex {
  readonly #deps: RunIndexDeps;
  readonly #closing = new AbortController();
  #work: Promise<void> | null = null;
  #isStale = false;
  #written = '';
  #watch: AbortController | null = null;

  constructor(deps: RunIndexDeps) {
    this.#deps = deps;
  }

  /** Says that the runs may have changed. Changes that come close together share a write. */
  readonly changed = (): void => {
    this.#isStale = true;
    this.#work ??= this.#refresh().finally(() => (this.#work = null));
  };

  /** Resolves when the last change is in the file. */
  async close(): Promise<void> {
    await this.#work;
    this.#closing.abort();
    this.#watch?.abort();
  }

  async #refresh(): Promise<void> {
    const { engine, principal, stateDir, write, log } = this.#deps;
    while (this.#isStale && !this.#closing.signal.aborted) {
      this.#isStale = false;
      try {
        const { runs } = await engine['toolServer.index']({ body: { principal, stateDir } });
        const text = JSON.stringify(runs);
        if (text !== this.#written) await write(runs);
        this.#written = text;
        if (runs.every(({ done }) => done)) this.#watch?.abort();
        else void this.#watched();
      } catch (error) {
        log.warn('the index of runs was not written', { error });
      }
    }
  }

  /** While runs are in progress, and until the engine goes away: then the next change begins anew. */
  async #watched(): Promise<void> {
    if (this.#watch) return;
    const watch = (this.#watch = new AbortController());
    try {
      const { events } = await this.#deps.engine['threads.events']({ signal: watch.signal });
      for await (const { type } of events) if (type === 'thread') this.changed();
    } catch {
      // The engine has stopped, or this process does: what the file says is true of the last look.
    } finally {
      this.#watch = null;
    }
  }
}
