import type { ThreadId } from '../../kernel/ids.ts';

export type TagChange =
  /** Replaces the tags of the thread. Refused (`JournalConflict`) if there are tags and the thread does not exist. */
  { readonly change: 'tags.set'; readonly threadId: ThreadId; readonly tags: readonly string[] };
