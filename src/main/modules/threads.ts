import type { ContainerModuleLoadOptions } from 'inversify';
import { ByThread } from '../../core/threads/by-thread.ts';
import { ThreadHolds } from '../../core/threads/holds.ts';
import { ThreadService } from '../../core/threads/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { threadTokens } from '../tokens/threads.ts';
import { changesetTokens } from '../tokens/changesets.ts';
import { databaseTokens } from '../tokens/databases.ts';
import { processTokens as p } from '../tokens/process.ts';
import { promptTokens } from '../tokens/prompts.ts';
import { runTokens } from '../tokens/runs.ts';
import { sessionTokens } from '../tokens/sessions.ts';
import { threadSearchTokens } from '../tokens/thread-search.ts';

export const threadsModule = {
  name: 'threads',
  tokens: threadTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { threadStore, threadHolds, threads, byThread } = threadTokens;
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
        clock: p.clock,
      },
      (deps) => new ThreadService(deps),
    );
    provide(
      options,
      byThread,
      {
        threads: threadStore,
        sessions: sessionTokens.sessionStore,
        promptStore: promptTokens.promptStore,
        prompts: promptTokens.prompts,
      },
      (deps) => new ByThread(deps),
    );
  },
  services: { threads: threadTokens.threads, byThread: threadTokens.byThread },
} satisfies Module;
