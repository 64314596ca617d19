import type { ReadStretch, Stretch } from './model.ts';

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
