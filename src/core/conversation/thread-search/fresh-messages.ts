import type { ThreadId } from '../../kernel/ids.ts';
import type { AnyChange } from '../../ports/journal.ts';
import type { ThreadChange } from '../threads/store.ts';

/** The threads that have messages of this process, or a title that a model gave, which the search index lacks. */
export class FreshMessages {
  #threads = new Set<ThreadId>();
  #listener: () => void = () => undefined;

  /** Tell it what was just written, once. */
  committed(changes: readonly AnyChange[]): void {
    for (const change of changes) {
      if (isAppended(change)) this.#threads.add(change.message.threadId);
      if (isRetitled(change)) this.#threads.add(change.threadId);
    }
    if (changes.some((change) => change.change === 'run.end' || isRetitled(change))) this.#listener();
  }

  /** Calls `listener`, which must not throw, when a run has ended, or a thread got another title. One listener. */
  listen(listener: () => void): void {
    this.#listener = listener;
  }

  /** All of them; they count as indexed until they are put back. */
  take(): readonly ThreadId[] {
    const taken = [...this.#threads];
    this.#threads = new Set();
    return taken;
  }

  putBack(threads: readonly ThreadId[]): void {
    for (const threadId of threads) this.#threads.add(threadId);
  }
}

const isAppended = (change: AnyChange): change is Extract<ThreadChange, { change: 'message.append' }> =>
  change.change === 'message.append';
const isRetitled = (change: AnyChange): change is Extract<ThreadChange, { change: 'thread.retitle' }> =>
  change.change === 'thread.retitle';
