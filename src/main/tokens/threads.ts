import type { ByThread } from '../../core/threads/by-thread.ts';
import type { ThreadHolds } from '../../core/threads/holds.ts';
import type { ThreadService } from '../../core/threads/service.ts';
import type { ThreadStore } from '../../core/threads/store.ts';
import { token } from '../token.ts';

export const threadTokens = {
  threadStore: token<ThreadStore>('thread-store'),
  threadHolds: token<ThreadHolds>('thread-holds'),
  threads: token<ThreadService>('threads'),
  byThread: token<ByThread>('by-thread'),
};
