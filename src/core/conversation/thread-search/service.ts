import type { Whose } from '../../trust/people/model.ts';
import type { ThreadId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { IndexOfThreads } from '../threads/port.ts';
import type { HitPosition, ThreadSearchChange, ThreadSearchStore } from './store.ts';
import type { FreshMessages } from './fresh-messages.ts';
import { loosened } from './loosened.ts';
import { wordsOf, type ThreadHit } from './model.ts';

export interface ThreadSearchParts {
  readonly journal: Journal<ThreadSearchChange>;
  readonly store: ThreadSearchStore;
  readonly fresh: FreshMessages;
  readonly log: Log;
}

export interface ThreadHits extends Page<ThreadHit, HitPosition> {
  /** False while older messages are still being added to the index. */
  readonly isComplete: boolean;
  /** Nothing has all words: these have some of them, or other forms of them. */
  readonly isLoose: boolean;
}

/**
 * Searches titles and messages. The index has what the owner and the model said; no results of tools, no thoughts. New
 * messages are added when their run has ended, so that no task waits for that, and before each search. What existed
 * before the index is added in the background.
 */
export class ThreadSearch implements IndexOfThreads {
  readonly #parts: ThreadSearchParts;
  /** Threads whose words are being taken out. */
  readonly #leaving = new Set<ThreadId>();
  #isStopped = false;
  #filling: Promise<void> = Promise.resolve();
  #refreshing: Promise<void> = Promise.resolve();

  constructor(parts: ThreadSearchParts) {
    this.#parts = parts;
    parts.fresh.listen(() => void this.#refresh());
  }

  /**
   * Any text is a query: it holds words and no operators. One without words finds nothing.
   * @param query `mayLoosen`: where nothing has all words, what has some of them is found
   */
  async find(
    whose: Whose,
    query: {
      readonly text: string;
      readonly limit: number;
      readonly after: HitPosition | null;
      readonly mayLoosen?: boolean;
    },
  ): Promise<ThreadHits> {
    const { store } = this.#parts;
    const { text, limit, after, mayLoosen = false } = query;
    const words = wordsOf(text);
    await this.#refresh();
    const isComplete = (await store.missing(new Set())) === null;
    if (words.length === 0) return { items: [], next: null, isComplete, isLoose: false };
    if (after?.isAny !== true) {
      const found = await store.find(whose, { words, limit, after });
      if (!mayLoosen || after !== null || found.items.length > 0)
        return { ...found, isComplete, isLoose: false };
    }
    const { items, next } = await store.find(whose, { words, any: loosened(words), limit, after });
    return { items, next: next && { ...next, isAny: true }, isComplete, isLoose: items.length > 0 };
  }

  async dropping(threadId: ThreadId, drop: () => Promise<void>): Promise<void> {
    const { journal, store } = this.#parts;
    this.#leaving.add(threadId);
    try {
      for (let left = await store.indexed(threadId); left !== null; left = await store.indexed(threadId))
        await journal.commit([{ change: 'thread-search.forget', stretch: left }], 'written');
      await drop();
    } finally {
      this.#leaving.delete(threadId);
      // If the thread was not deleted, its words return.
      this.fill();
    }
  }

  /** Adds what the index lacks, in the background, in small steps. Returns at once; may be called repeatedly. */
  fill(): void {
    this.#filling = this.#filling.then(() => this.#fillAll());
  }

  /** Stops that. Never rejects. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([this.#filling, this.#refreshing]);
  }

  /** Resolves when the index has the messages that were written before this call, or could not take them. */
  #refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.then(() => this.#indexFresh());
    return this.#refreshing;
  }

  async #indexFresh(): Promise<void> {
    const { journal, store, fresh, log } = this.#parts;
    const threads = this.#isStopped ? [] : fresh.take();
    try {
      for (const threadId of threads)
        while (!this.#leaving.has(threadId)) {
          const stretch = await store.missingIn(threadId);
          if (stretch === null) break;
          await journal.commit([{ change: 'thread-search.fill', stretch }], 'written');
        }
    } catch (error) {
      // The next search, or the next start, goes on.
      fresh.putBack(threads);
      log.warn('new messages could not be added to the search index', { error });
    }
  }

  async #fillAll(): Promise<void> {
    const { journal, store, log } = this.#parts;
    try {
      for (;;) {
        const stretch = this.#isStopped ? null : await store.missing(this.#leaving);
        if (stretch === null) return;
        await journal.commit([{ change: 'thread-search.fill', stretch }], 'written');
      }
    } catch (error) {
      // The next start goes on.
      log.warn('older messages could not be added to the search index', { error });
    }
  }
}
