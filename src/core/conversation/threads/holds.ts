import type { RunId, ThreadId } from '../../kernel/ids.ts';
import type { HeldThreads, HoldsIdleThreads, RunOf, RunsOfThreads, StopsRuns } from './port.ts';

/** Keeps runs from beginning in a thread while other work needs it unchanged: its review, its deletion. */
export class ThreadHolds implements HeldThreads, HoldsIdleThreads, StopsRuns {
  readonly #runs: RunsOfThreads;
  /** By thread, the work that holds it. */
  readonly #held = new Map<ThreadId, Promise<unknown>>();

  constructor(runs: RunsOfThreads) {
    this.#runs = runs;
  }

  isHeld(threadId: ThreadId): boolean {
    return this.#held.has(threadId);
  }

  async released(threadId: ThreadId): Promise<void> {
    await this.#held.get(threadId)?.catch(() => undefined);
  }

  async holdUnlessRunning<T>(threadId: ThreadId, work: (running: RunId | null) => Promise<T>): Promise<T> {
    while (this.isHeld(threadId)) await this.released(threadId);
    const running = this.#runs.runningIn(threadId);
    return running === null ? await this.#hold(threadId, () => work(null)) : await work(running);
  }

  async stopRunAndHold<T>(of: RunOf, work: () => Promise<T>): Promise<T> {
    while (this.isHeld(of.threadId)) await this.released(of.threadId);
    return await this.#hold(of.threadId, async () => {
      await this.#runs.stop(of);
      return await work();
    });
  }

  /** The thread must not be held. */
  async #hold<T>(threadId: ThreadId, work: () => Promise<T>): Promise<T> {
    const done = work();
    this.#held.set(threadId, done);
    try {
      return await done;
    } finally {
      this.#held.delete(threadId);
    }
  }
}
