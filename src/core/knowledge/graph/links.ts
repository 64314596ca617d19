import type { EntityId, ThreadId } from '../../kernel/ids.ts';
import type { Whose } from '../../trust/people/model.ts';
import type { Page } from '../../kernel/page.ts';
import type { LinkedThread, LinkPosition } from './model.ts';

/** A conversation speaks of an entity. Goes with the thread. Repeating it changes nothing. */
export interface LinkChange {
  readonly change: 'thread.link';
  readonly threadId: ThreadId;
  readonly entityId: EntityId;
  readonly at: number;
}

export interface LinkStore {
  /** Their conversations that speak of one of these, the newest link first. */
  threadsOf(
    whose: Whose,
    entityIds: readonly EntityId[],
    limit: number,
    after: LinkPosition | null,
  ): Promise<Page<LinkedThread, LinkPosition>>;
}
