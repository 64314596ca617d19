import type { ContainerModuleLoadOptions } from 'inversify';
import { FreshMessages } from '../../core/conversation/thread-search/fresh-messages.ts';
import { ThreadSearch } from '../../core/conversation/thread-search/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { databaseTokens, processTokens, threadSearchTokens } from '../tokens.ts';

/** Full text of titles and messages. */
export const threadSearchModule = {
  name: 'thread-search',
  tokens: threadSearchTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { threadSearchStore: store, freshMessages: fresh, threadSearch } = threadSearchTokens;
    const { databases, journal } = databaseTokens;
    provide(options, store, { databases }, (all) => all.databases.history.threadSearch);
    provide(options, fresh, {}, () => new FreshMessages());
    provide(
      options,
      threadSearch,
      { journal, store, fresh, log: processTokens.log },
      (parts) => new ThreadSearch(parts),
    );
  },
  services: { threadSearch: threadSearchTokens.threadSearch },
  start: ({ get }) => get(threadSearchTokens.threadSearch).fill(),
  drain: (get) => get(threadSearchTokens.threadSearch).stop(),
} satisfies Module;
