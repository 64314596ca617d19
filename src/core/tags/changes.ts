import type { ThreadId } from '../kernel/ids.ts';

export type TagChange =
  /** These are the tags of the thread from now on. Refused (`JournalConflict`) when the thread is gone and there are tags. */
  { readonly change: 'tags.set'; readonly threadId: ThreadId; readonly tags: readonly string[] };
