import type { FreshMessages } from '../../core/thread-search/fresh-messages.ts';
import type { ThreadSearch } from '../../core/thread-search/service.ts';
import type { ThreadSearchStore } from '../../core/thread-search/store.ts';
import { token } from '../token.ts';

export const threadSearchTokens = {
  threadSearchStore: token<ThreadSearchStore>('thread-search-store'),
  freshMessages: token<FreshMessages>('fresh-messages'),
  threadSearch: token<ThreadSearch>('thread-search'),
};
