import type { Whose } from '../../trust/people/model.ts';
import type { Page } from '../../kernel/page.ts';
import type { ThreadId } from '../../kernel/ids.ts';
import type { Loose } from './loosened.ts';
import type { ReadStretch, Stretch, ThreadHit } from './model.ts';

/** The end of a page of hits: the newest entry of the index that was looked at, and how many hits of it were shown. */
export interface HitPosition {
  readonly upTo: number;
  readonly shown: number;
  /** Of hits that have any of the words, and not all. */
  readonly isAny?: true;
}

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface ThreadSearchStore {
  /**
   * Titles and messages that contain all words, the last one also as the beginning of a word: the best of the newest
   * `threadSearchLimits.window` first, then those of the ones before. `words` is not empty. With `any`, which is not empty
   * either, one of these is enough.
   */
  find(
    whose: Whose,
    query: {
      readonly words: readonly string[];
      readonly any?: readonly Loose[];
      readonly limit: number;
      readonly after: HitPosition | null;
    },
  ): Promise<Page<ThreadHit, HitPosition>>;
  /** What is missing in the index, in small parts, oldest thread first, without these threads; null if nothing is. */
  missing(except: ReadonlySet<ThreadId>): Promise<ReadStretch | null>;
  /** The same for one thread. */
  missingIn(threadId: ThreadId): Promise<ReadStretch | null>;
  /** A small part of what the index has of a thread; null if it has nothing. */
  indexed(threadId: ThreadId): Promise<Stretch | null>;
}

/**
 * `message.append` and `thread.name` note in their commit what the index lacks. `thread.set` and `thread.delete` change
 * it in theirs. These add what it lacks, and take out words in small steps.
 */
export type ThreadSearchChange =
  /**
   * Adds what the index lacks of these messages, and notes that the thread is complete up to there, unless it was noted
   * meanwhile that the index lacks something before them.
   */
  | { readonly change: 'thread-search.fill'; readonly stretch: ReadStretch }
  /** Removes them, and notes that the thread is incomplete. */
  | { readonly change: 'thread-search.forget'; readonly stretch: Stretch };
