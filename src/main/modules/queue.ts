import type { ContainerModuleLoadOptions } from 'inversify';
import { isStoreUnusable } from '../../core/kernel/storage-refusals.ts';
import { QueueService } from '../../core/execution/queue/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  attachmentTokens,
  databaseTokens,
  expiryTokens,
  modelTokens,
  processTokens as p,
  queueTokens,
  runTokens,
  sessionTokens,
  threadTokens,
} from '../tokens.ts';

/** Tasks that wait for the run of their thread to end. */
export const queueModule = {
  name: 'queue',
  tokens: queueTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { queueStore: store, queue } = queueTokens;
    const { databases, journal } = databaseTokens;
    provide(options, store, { databases }, (all) => all.databases.history.queue);
    provide(
      options,
      queue,
      {
        journal,
        store,
        threads: threadTokens.threadStore,
        sessions: sessionTokens.sessions,
        runs: runTokens.runs,
        places: runTokens.liveRuns,
        models: modelTokens.models,
        attachments: attachmentTokens.attachments,
        masked: runTokens.masked,
        expiry: expiryTokens.expiry,
        ids: p.ids,
        clock: p.clock,
        log: p.log,
      },
      (parts) => new QueueService(parts),
    );
  },
  services: { queue: queueTokens.queue },
  /** If the queues cannot be read, the engine serves the rest. */
  start: async ({ get }) => {
    try {
      await get(queueTokens.queue).begin();
    } catch (error) {
      if (!isStoreUnusable(error)) throw error;
      get(p.log).error('queued tasks could not be held', { error });
    }
  },
} satisfies Module;
