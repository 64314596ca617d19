import { filesRenderers } from '../../adapters/in/agent/files.ts';
import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskWorkspace } from '../../adapters/out/files/disk-workspace.ts';
import { HandedOverFiles } from '../../core/workspace/files/handed-over.ts';
import { Places } from '../../core/workspace/files/places.ts';
import { MemberRoom } from '../../core/workspace/files/room.ts';
import { FilesOfPeople } from '../../core/workspace/files/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  artifactTokens,
  changesetTokens,
  configTokens,
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
    const { workspace, files, places, handedOverFiles, room } = fileTokens;
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
    provide(
      options,
      room,
      {
        workspace,
        places,
        artifacts: artifactTokens.artifactStore,
        changesets: changesetTokens.changesetStore,
        config: configTokens.config,
      },
      ({ artifacts, changesets, config, ...deps }) =>
        new MemberRoom({
          ...deps,
          artifactBytes: (person) => artifacts.bytesOf(person),
          copyBytes: (person) => changesets.keptBytesOf(person),
          mostGb: () => config.current().values.member_files_gb,
        }),
    );
    provide(
      options,
      handedOverFiles,
      { workspace, places, room },
      ({ room: of, ...deps }) =>
        new HandedOverFiles({ ...deps, writableFor: (person) => of.workspaceOf(person) }),
    );
    provide(
      options,
      files,
      {
        room,
        tracker: changesetTokens.changeTracker,
        given: toolRunTokens.givenFiles,
        crypto: secretTokens.crypto,
        places,
      },
      ({ places: all, room: of, ...deps }) => new FilesOfPeople(deps, all, of),
    );
  },
  services: { files: fileTokens.files },
  renderers: filesRenderers,
} satisfies Module;
