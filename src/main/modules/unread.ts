import type { ContainerModuleLoadOptions } from 'inversify';
import { UnreadService } from '../../core/conversation/unread/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { databaseTokens, threadTokens, unreadTokens } from '../tokens.ts';

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
