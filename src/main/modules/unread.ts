import type { ContainerModuleLoadOptions } from 'inversify';
import { UnreadService } from '../../core/unread/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { databaseTokens } from '../tokens/databases.ts';
import { threadTokens } from '../tokens/threads.ts';
import { unreadTokens } from '../tokens/unread.ts';

/** Which threads have news for their owner. */
export const unreadModule = {
  name: 'unread',
  tokens: unreadTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { journal } = databaseTokens;
    const { threadStore: threads } = threadTokens;
    provide(options, unreadTokens.unread, { journal, threads }, (parts) => new UnreadService(parts));
  },
  services: { unread: unreadTokens.unread },
} satisfies Module;
