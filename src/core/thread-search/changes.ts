import type { Stretch } from './model.ts';

/**
 * The index changes with `message.append`, `thread.create`, `thread.set`, `thread.name` and `thread.delete`, in the same
 * commit. These are for what existed before the index, and for deletions in small steps.
 */
export type ThreadSearchChange =
  /** Adds what the index lacks of these messages, and notes that the thread is complete up to there. */
  | { readonly change: 'thread-search.fill'; readonly stretch: Stretch }
  /** Removes them, and notes that the thread is incomplete. */
  | { readonly change: 'thread-search.forget'; readonly stretch: Stretch };
