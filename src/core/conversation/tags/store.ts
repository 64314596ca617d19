import type { Whose } from '../../trust/people/model.ts';
import type { ThreadId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { TaggedThread } from './model.ts';

/** The end of a page of tagged threads. */
export type TagPosition = Pick<TaggedThread, 'tag' | 'threadId'>;

export interface TagStore {
  /** In alphabetical order; empty for a thread that does not exist. */
  of(threadId: ThreadId): Promise<readonly string[]>;
  /** By tag, then by thread id, without archived threads. With `tag`, only threads with this tag. */
  list(
    whose: Whose,
    query: {
      readonly limit: number;
      readonly after: TagPosition | null;
      readonly tag: string | null;
    },
  ): Promise<Page<TaggedThread, TagPosition>>;
}

export type TagChange =
  /** Replaces the tags of the thread. Refused (`JournalConflict`) if there are tags and the thread does not exist. */
  { readonly change: 'tags.set'; readonly threadId: ThreadId; readonly tags: readonly string[] };
