import type { ContainerModuleLoadOptions } from 'inversify';
import { ForkService } from '../../core/conversation/forks/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  databaseTokens,
  forkTokens,
  processTokens as p,
  threadSearchTokens,
  threadTokens,
} from '../tokens.ts';

/** Threads that begin as a part of another one. */
export const forksModule = {
  name: 'forks',
  tokens: forkTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { forkStore, forks } = forkTokens;
    const { databases, journal } = databaseTokens;
    provide(options, forkStore, { databases }, (all) => all.databases.history.forks);
    provide(
      options,
      forks,
      {
        journal,
        forks: forkStore,
        threadStore: threadTokens.threadStore,
        threads: threadTokens.threads,
        search: threadSearchTokens.threadSearch,
        ids: p.ids,
        clock: p.clock,
      },
      (parts) => new ForkService(parts),
    );
  },
  services: { forks: forkTokens.forks },
} satisfies Module;
