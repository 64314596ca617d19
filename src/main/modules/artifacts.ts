import { join } from 'node:path';
import type { ContainerModuleLoadOptions } from 'inversify';
import { artifactsRenderers } from '../../adapters/in/agent/artifacts.ts';
import { DiskArtifacts } from '../../adapters/out/files/disk-artifacts.ts';
import { ArtifactService } from '../../core/workspace/artifacts/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { artifactTokens, databaseTokens, fileTokens, processTokens as p, runTokens } from '../tokens.ts';

/** Results that stay: their contents are files of the data directory, their rows are in history.db. */
export const artifactsModule = {
  name: 'artifacts',
  tokens: artifactTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const { artifactStore: store, artifactContents: contents, artifacts } = artifactTokens;
    const { databases, journal } = databaseTokens;
    const { ids, clock, log } = p;
    provide(options, store, { databases }, (all) => all.databases.history.artifacts);
    provide(
      options,
      contents,
      { settings: p.settings, gate: p.gate },
      ({ settings: { dataDir }, gate }) => new DiskArtifacts({ folder: join(dataDir, 'artifacts'), gate }),
    );
    provide(
      options,
      artifacts,
      { journal, store, contents, room: fileTokens.room, masked: runTokens.masked, ids, clock, log },
      (deps) => new ArtifactService(deps),
    );
  },
  services: { artifacts: artifactTokens.artifacts },
  renderers: artifactsRenderers,
  start: async ({ get }) => await get(artifactTokens.artifacts).sweep(),
} satisfies Module;
