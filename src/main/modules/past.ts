import type { ContainerModuleLoadOptions } from 'inversify';
import { PastUploads } from '../../adapters/out/files/past-uploads.ts';
import { PastConversations } from '../../core/keeping/past/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  databaseTokens,
  fileTokens,
  pastTokens as t,
  peopleTokens,
  processTokens as p,
  runTokens,
  threadSearchTokens,
  threadTokens,
} from '../tokens.ts';

/** Conversations that were had with other assistants. */
export const pastModule = {
  name: 'past',
  tokens: t,
  bind: (options: ContainerModuleLoadOptions) => {
    const { databases, journal } = databaseTokens;
    provide(options, t.pastStore, { databases }, (all) => all.databases.history.past);
    provide(
      options,
      t.pastFiles,
      { settings: p.settings },
      ({ settings }) => new PastUploads(settings.dataDir),
    );
    provide(
      options,
      t.pastConversations,
      {
        journal,
        store: t.pastStore,
        threads: threadTokens.threadStore,
        files: t.pastFiles,
        search: threadSearchTokens.threadSearch,
        ongoing: peopleTokens.ongoing,
        room: fileTokens.room,
        masked: runTokens.masked,
        ids: p.ids,
        clock: p.clock,
        log: p.log,
      },
      (deps) => new PastConversations(deps),
    );
  },
  services: { pastConversations: t.pastConversations },
  start: async ({ get }) => await get(t.pastFiles).clear(),
  drain: async (get) => await get(t.pastConversations).stop(),
} satisfies Module;
