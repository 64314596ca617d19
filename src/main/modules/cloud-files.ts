import type { ContainerModuleLoadOptions } from 'inversify';
import { cloudFilesRenderers } from '../../adapters/in/agent/cloud-files.ts';
import type { CallDeps } from '../../adapters/out/google/calls.ts';
import { driveLimits } from '../../core/keeping/backups/drive/limits.ts';
import { CloudDocumentService } from '../../core/workspace/cloud-files/document-service.ts';
import type { CloudDocuments, CloudFiles, CloudSheets } from '../../core/workspace/cloud-files/port.ts';
import { Reach } from '../../core/workspace/cloud-files/reach.ts';
import { CloudFileService } from '../../core/workspace/cloud-files/service.ts';
import { CloudSheetService } from '../../core/workspace/cloud-files/sheet-service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  cloudAccountTokens,
  cloudFileTokens,
  driveBackupTokens,
  fileTokens,
  processTokens as p,
  secretTokens,
} from '../tokens.ts';

/** The agent's tools for the owner's files in the cloud. The vendor's library is loaded with the first call. */
export const cloudFilesModule = {
  name: 'cloud-files',
  tokens: cloudFileTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = cloudFileTokens;
    const { clock } = p;
    const knownSecrets = secretTokens.maskedFor;
    const { cloudAccess, googleFetch } = cloudAccountTokens;
    const calls = { access: cloudAccess, fetch: googleFetch, clock };
    provide(options, t.vendorFiles, calls, lazyFiles);
    provide(options, t.vendorDocuments, calls, lazyDocuments);
    provide(options, t.vendorSheets, calls, lazySheets);
    provide(
      options,
      t.cloudReach,
      { files: t.vendorFiles, root: driveBackupTokens.rootFolder, access: cloudAccess, knownSecrets, clock },
      ({ access, root, ...deps }) =>
        new Reach({
          ...deps,
          root: { name: driveLimits.rootName, remembered: () => root.remembered() },
          connection: () => access.grant(),
        }),
    );
    const cloud = t.vendorFiles;
    const reach = t.cloudReach;
    provide(
      options,
      t.cloudFiles,
      { reach, cloud, workspace: fileTokens.files, crypto: secretTokens.crypto },
      (deps) => new CloudFileService(deps),
    );
    provide(
      options,
      t.cloudDocuments,
      { reach, cloud, documents: t.vendorDocuments },
      (deps) => new CloudDocumentService(deps),
    );
    provide(
      options,
      t.cloudSheets,
      { reach, cloud, sheets: t.vendorSheets },
      (deps) => new CloudSheetService(deps),
    );
  },
  services: {
    cloudFiles: cloudFileTokens.cloudFiles,
    cloudDocuments: cloudFileTokens.cloudDocuments,
    cloudSheets: cloudFileTokens.cloudSheets,
  },
  renderers: cloudFilesRenderers,
} satisfies Module;

/** One of its kind, made with the first call. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  return () => (made ??= make());
}

function lazyFiles(deps: CallDeps): CloudFiles {
  const loaded = once(async () => {
    const { GoogleFiles } = await import('../../adapters/out/google/google-files.ts');
    return new GoogleFiles(deps);
  });
  return {
    find: async (...asked) => await (await loaded()).find(...asked),
    get: async (...asked) => await (await loaded()).get(...asked),
    content: async (...asked) => await (await loaded()).content(...asked),
    exported: async (...asked) => await (await loaded()).exported(...asked),
    create: async (...asked) => await (await loaded()).create(...asked),
    replace: async (...asked) => await (await loaded()).replace(...asked),
  };
}

function lazyDocuments(deps: CallDeps): CloudDocuments {
  const loaded = once(async () => {
    const { GoogleDocuments } = await import('../../adapters/out/google/google-documents.ts');
    return new GoogleDocuments(deps);
  });
  return {
    revision: async (...asked) => await (await loaded()).revision(...asked),
    append: async (...asked) => await (await loaded()).append(...asked),
    replaceText: async (...asked) => await (await loaded()).replaceText(...asked),
  };
}

function lazySheets(deps: CallDeps): CloudSheets {
  const loaded = once(async () => {
    const { GoogleSheets } = await import('../../adapters/out/google/google-sheets.ts');
    return new GoogleSheets(deps);
  });
  return {
    sheets: async (...asked) => await (await loaded()).sheets(...asked),
    read: async (...asked) => await (await loaded()).read(...asked),
    write: async (...asked) => await (await loaded()).write(...asked),
    append: async (...asked) => await (await loaded()).append(...asked),
  };
}
