import { say as sayOfSetup } from '../../contract/setup-says.ts';
import { aborted } from '../../core/kernel/abort.ts';
import type { RestartReason } from '../../core/ports/restarting.ts';
import type { Engine } from '../boot.ts';
import type { DirectoryLock } from '../directory-lock.ts';
import { shutdownLimits } from '../limits.ts';
import type { Platform } from '../platform.ts';
import { processTokens } from '../tokens.ts';
import { UnusableSetup } from '../unusable-setup.ts';
import type { EngineSlot } from './http-surface.ts';

export interface EngineRestartDeps {
  readonly slot: EngineSlot;
  readonly lock: DirectoryLock;
  readonly platform: Platform;
  readonly start: () => Promise<Engine>;
}

/**
 * Stops the engine behind a port and starts it anew, while the port stays open. The next engine starts only once nothing
 * of the one before can read or write the data directory: a file that is moved under an open database damages it.
 */
export class EngineRestart {
  readonly #deps: EngineRestartDeps;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;
  #lose: (error: unknown) => void = () => undefined;
  readonly lost: Promise<never>;

  constructor(deps: EngineRestartDeps) {
    this.#deps = deps;
    this.lost = new Promise((_resolve, reject) => (this.#lose = reject));
    // Those who can do something about it listen.
    this.lost.catch(() => undefined);
  }

  begin(reason: RestartReason): void {
    if (this.#isClosed) return;
    this.#running = this.#running
      .then(() => this.#restart(reason))
      .catch((error: unknown) => {
        this.#deps.platform.log.error('the engine could not be started anew', { error });
        this.#lose(error);
      });
  }

  /** None begins from now on: the process ends, and what is left to do the next one does. */
  close(): void {
    this.#isClosed = true;
  }

  /** Resolves, never rejects, when no restart is under way. */
  async isOver(): Promise<void> {
    await this.#running;
  }

  async #restart(reason: RestartReason): Promise<void> {
    const { slot, lock, start } = this.#deps;
    const { engine } = slot;
    if (!engine) return;
    Object.assign(slot, { engine: null, before: engine, reason });
    lock.keep(true);
    const alive = setInterval(() => undefined, ALIVE_MS);
    let isAtWork = true;
    try {
      await this.#inTime(engine.drain());
      const hung = await engine.stop();
      const isShut = await this.#inTime(engine.get(processTokens.gate).shut());
      if (!isShut || hung.length > 0) throw new UnusableSetup(sayOfSetup('setup.hung'));
      isAtWork = false;
      Object.assign(slot, { engine: await start(), says: undefined });
      slot.before = null;
      void slot.engine?.warmUp();
    } finally {
      clearInterval(alive);
      lock.keep(false);
      // Whatever did not stop may still write: then the lock stays until this process ends.
      if (slot.engine === null && !isAtWork) lock.release();
    }
  }

  /** @returns whether it ended in time */
  async #inTime(work: Promise<unknown>): Promise<boolean> {
    const deadline = this.#deps.platform.clock.deadline(shutdownLimits.restartStepMs);
    try {
      return await Promise.race([work.then(() => true), aborted(deadline.signal).then(() => false)]);
    } finally {
      deadline.cancel();
    }
  }
}

const ALIVE_MS = 1_000;
