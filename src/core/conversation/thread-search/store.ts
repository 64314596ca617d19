import type { Page } from '../../kernel/page.ts';
import type { ThreadId } from '../../kernel/ids.ts';
import type { ReadStretch, Stretch, ThreadHit } from './model.ts';

/** The end of a page of hits: the newest entry of the index that was looked at, and how many hits of it were shown. */
export interface HitPosition {
  readonly upTo: number;
  readonly shown: number;
}

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface ThreadSearchStore {
  /**
   * Titles and messages that contain all words, the last one also as the beginning of a word: the best of the newest
   * `threadSearchLimits.window` first, then those of the ones before. `words` is not empty.
   */
  find(query: {
    readonly words: readonly string[];
    readonly limit: number;
    readonly after: HitPosition | null;
  }): Promise<Page<ThreadHit, HitPosition>>;
  /** What is missing in the index, in small parts, oldest thread first, without these threads; null if nothing is. */
  missing(except: ReadonlySet<ThreadId>): Promise<ReadStretch | null>;
  /** The same for one thread. */
  missingIn(threadId: ThreadId): Promise<ReadStretch | null>;
  /** A small part of what the index has of a thread; null if it has nothing. */
  indexed(threadId: ThreadId): Promise<Stretch | null>;
}
