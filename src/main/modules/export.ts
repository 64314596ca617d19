import { join } from 'node:path';
import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskMoments } from '../../adapters/out/files/export/disk-moments.ts';
import { packArchive } from '../../adapters/out/files/export/pack.ts';
import { SqliteMoments } from '../../adapters/out/sqlite/export/moments.ts';
import { sectionSchemas } from '../../adapters/out/sqlite/export/schema.ts';
import { agentFolder } from '../../core/data-directory/inventory.ts';
import type { JsonObject } from '../../core/kernel/json.ts';
import { documentSchema } from '../../core/export/schema.ts';
import { ExportService } from '../../core/export/service.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { configTokens } from '../tokens/config.ts';
import { exportTokens as t } from '../tokens/export.ts';
import { processTokens as p } from '../tokens/process.ts';

/** Everything that belongs to the owner, out and back in. */
export const exportModule = {
  name: 'export',
  tokens: t,
  bind: (options: ContainerModuleLoadOptions) => {
    const { settings, platform, gate, knownSecrets, clock, log } = p;
    provide(
      options,
      t.databaseMoments,
      { settings },
      ({ settings: { dataDir } }) => new SqliteMoments(dataDir),
    );
    provide(
      options,
      t.fileMoments,
      { settings },
      ({ settings: { dataDir, workspaceDir } }) =>
        new DiskMoments({ dataDir, withWorkspace: workspaceDir === join(dataDir, agentFolder) }),
    );
    provide(
      options,
      t.exports,
      {
        databases: t.databaseMoments,
        files: t.fileMoments,
        config: configTokens.config,
        settings,
        platform,
        gate,
        knownSecrets,
        clock,
        log,
      },
      ({ config, settings: { google }, platform: { version }, ...deps }) =>
        new ExportService({
          ...deps,
          pack: packArchive,
          config: async () => (await config.userFile()) as JsonObject | null,
          schema: () => documentSchema(sectionSchemas()),
          serviceVersion: version,
          isHosted: google.isHosted,
        }),
    );
  },
  services: { exports: t.exports },
  start: async ({ get }) => await get(t.fileMoments).clear(),
} satisfies Module;
