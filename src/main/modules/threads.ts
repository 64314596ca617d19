import type { ContainerModuleLoadOptions } from 'inversify';
import { ByThread } from '../../core/conversation/threads/by-thread.ts';
import { ThreadHolds } from '../../core/conversation/threads/holds.ts';
import { ThreadService } from '../../core/conversation/threads/service.ts';
import { VersionService } from '../../core/conversation/threads/version-service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  changesetTokens,
  databaseTokens,
  processTokens as p,
  promptTokens,
  runTokens,
  threadSearchTokens,
  threadTokens,
} from '../tokens.ts';

export const threadsModule = {
  name: 'threads',
  tokens: threadTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { threadStore, threadHolds, threads, versions, byThread } = threadTokens;
    const { databases, journal } = databaseTokens;
    provide(options, threadStore, { databases }, (all) => all.databases.history.threads);
    provide(options, threadHolds, { runs: runTokens.liveRuns }, ({ runs }) => new ThreadHolds(runs));
    provide(
      options,
      threads,
      {
        journal,
        threads: threadStore,
        holds: threadHolds,
        changesets: changesetTokens.changesets,
        index: threadSearchTokens.threadSearch,
        masked: runTokens.masked,
        clock: p.clock,
      },
      (deps) => new ThreadService(deps),
    );
    provide(
      options,
      versions,
      { journal, threads: threadStore, holds: threadHolds },
      (deps) => new VersionService(deps),
    );
    provide(
      options,
      byThread,
      {
        threads: threadStore,
        promptStore: promptTokens.promptStore,
        prompts: promptTokens.prompts,
      },
      (deps) => new ByThread(deps),
    );
  },
  services: {
    threads: threadTokens.threads,
    versions: threadTokens.versions,
    byThread: threadTokens.byThread,
  },
} satisfies Module;
