import type { ThreadId } from '../kernel/ids.ts';

/** Threads in which no run may begin for a moment, each with the end of the work that holds it. */
export class ThreadHolds {
  readonly #held = new Map<ThreadId, Promise<unknown>>();

  isHeld(threadId: ThreadId): boolean {
    return this.#held.has(threadId);
  }

  /**
   * Resolves when the work that holds the thread now has ended. Other work may take the thread right after it: look
   * again, and take what was waited for without an await after the last look.
   */
  async released(threadId: ThreadId): Promise<void> {
    await this.#held.get(threadId)?.catch(() => undefined);
  }

  /** Holds the thread while `work` lasts. It must not be held. */
  async hold<T>(threadId: ThreadId, work: () => Promise<T>): Promise<T> {
    const done = work();
    this.#held.set(threadId, done);
    try {
      return await done;
    } finally {
      this.#held.delete(threadId);
    }
  }
}
