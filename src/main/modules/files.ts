import { filesRenderers } from '../../adapters/in/agent/files.ts';
import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskWorkspace } from '../../adapters/out/files/disk-workspace.ts';
import { HandedOverFiles } from '../../core/workspace/files/handed-over.ts';
import { Places } from '../../core/workspace/files/places.ts';
import { FilesOfPeople } from '../../core/workspace/files/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  changesetTokens,
  databaseTokens,
  fileTokens,
  processTokens as p,
  secretTokens,
  toolRunTokens,
} from '../tokens.ts';

/** The workspace, and the agent's tools for it. */
export const filesModule = {
  name: 'files',
  tokens: fileTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { workspace, files, places, handedOverFiles } = fileTokens;
    provide(
      options,
      places,
      { databases: databaseTokens.databases },
      ({ databases: { owner } }) => new Places(owner),
    );
    provide(
      options,
      workspace,
      { settings: p.settings, gate: p.gate },
      ({ settings: { workspaceDir, dataDir }, gate }) =>
        new DiskWorkspace({ root: workspaceDir, dataDir, gate }),
    );
    provide(options, handedOverFiles, { workspace, places }, (deps) => new HandedOverFiles(deps));
    provide(
      options,
      files,
      {
        workspace,
        tracker: changesetTokens.changeTracker,
        given: toolRunTokens.givenFiles,
        crypto: secretTokens.crypto,
        places,
      },
      ({ places: all, ...deps }) => new FilesOfPeople(deps, all),
    );
  },
  services: { files: fileTokens.files },
  renderers: filesRenderers,
} satisfies Module;
