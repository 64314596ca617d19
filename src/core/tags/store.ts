import type { ThreadId } from '../kernel/ids.ts';
import type { Page } from '../kernel/page.ts';
import type { TaggedThread } from './model.ts';

/** Where a page of tagged threads ended. */
export type TagPosition = Pick<TaggedThread, 'tag' | 'threadId'>;

export interface TagStore {
  /** In alphabetical order; empty for a thread that does not exist. */
  of(threadId: ThreadId): Promise<readonly string[]>;
  /** By tag, and within a tag by thread id; archived threads are left out. With `tag` those of this one alone. */
  list(query: {
    readonly limit: number;
    readonly after: TagPosition | null;
    readonly tag: string | null;
  }): Promise<Page<TaggedThread, TagPosition>>;
}
