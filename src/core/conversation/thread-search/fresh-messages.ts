import type { ThreadId } from '../../kernel/ids.ts';
import type { AnyChange } from '../../ports/journal.ts';
import type { ThreadChange } from '../threads/store.ts';

/** The threads that have messages of this process that the search index lacks. */
export class FreshMessages {
  #threads = new Set<ThreadId>();
  #listener: () => void = () => undefined;

  /** Tell it what was just written, once. */
  committed(changes: readonly AnyChange[]): void {
    for (const change of changes) if (isAppended(change)) this.#threads.add(change.message.threadId);
    if (changes.some(({ change }) => change === 'run.end')) this.#listener();
  }

  /** Calls `listener`, which must not throw, when a run has ended. One listener. */
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
