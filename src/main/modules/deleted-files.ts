import type { ContainerModuleLoadOptions } from 'inversify';
import { DeletedFileService } from '../../core/workspace/deleted-files/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  changesetTokens,
  databaseTokens,
  deletedFileTokens,
  expiryTokens,
  fileTokens,
  processTokens as p,
} from '../tokens.ts';

/** Files that the owner deleted and can bring back: their copies lie beside those of changesets. */
export const deletedFilesModule = {
  name: 'deleted-files',
  tokens: deletedFileTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = deletedFileTokens;
    const { databases, journal } = databaseTokens;
    const { ids, clock, log } = p;
    provide(options, t.deletedFileStore, { databases }, (all) => all.databases.history.deletedFiles);
    provide(
      options,
      t.deletedFiles,
      {
        deletedFiles: t.deletedFileStore,
        copies: changesetTokens.copies,
        workspace: fileTokens.workspace,
        places: fileTokens.places,
        room: fileTokens.room,
        journal,
        expiry: expiryTokens.expiry,
        ids,
        clock,
        log,
      },
      ({ room, ...deps }) =>
        new DeletedFileService({ ...deps, writableFor: (person) => room.workspaceOf(person) }),
    );
  },
  services: { deletedFiles: deletedFileTokens.deletedFiles },
  start: async ({ get }) => {
    const deletedFiles = get(deletedFileTokens.deletedFiles);
    await deletedFiles.settle();
    get(expiryTokens.expiry).whenOver(() => deletedFiles.settle());
  },
} satisfies Module;
