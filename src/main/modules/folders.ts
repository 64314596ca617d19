import type { ContainerModuleLoadOptions } from 'inversify';
import { FolderService } from '../../core/conversation/folders/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { databaseTokens, folderTokens, processTokens as p, threadTokens } from '../tokens.ts';

/** Pins and folders of threads. */
export const foldersModule = {
  name: 'folders',
  tokens: folderTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { folderStore, folders } = folderTokens;
    const { databases, journal } = databaseTokens;
    provide(options, folderStore, { databases }, (all) => all.databases.history.folders);
    provide(
      options,
      folders,
      { journal, folders: folderStore, threads: threadTokens.threadStore, clock: p.clock },
      (deps) => new FolderService(deps),
    );
  },
  services: { folders: folderTokens.folders },
} satisfies Module;
