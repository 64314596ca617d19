import type { ContainerModuleLoadOptions } from 'inversify';
import { importFiles } from '../../adapters/out/files/export/import-files.ts';
import { DiskMoments } from '../../adapters/out/files/export/disk-moments.ts';
import { packArchive } from '../../adapters/out/files/export/pack.ts';
import { SqliteMoments } from '../../adapters/out/sqlite/export/moments.ts';
import { sqliteStage } from '../../adapters/out/sqlite/export/stage.ts';
import { sectionSchemas } from '../../adapters/out/sqlite/export/schema.ts';
import { backupLimits } from '../../core/keeping/backups/limits.ts';
import type { JsonObject } from '../../core/kernel/json.ts';
import { maskedAddresses } from '../../core/keeping/export/masked-addresses.ts';
import { ImportService } from '../../core/keeping/export/import-service.ts';
import { documentSchema, ownDocumentSchema } from '../../core/keeping/export/schema.ts';
import { ConversationExport } from '../../core/keeping/conversations/service.ts';
import { OwnExportService } from '../../core/keeping/export/own-service.ts';
import { ExportService } from '../../core/keeping/export/service.ts';
import { ownFiles } from '../../core/workspace/files/own-files.ts';
import { StagedMoments } from '../staged-moments.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  artifactTokens,
  backupTokens,
  configTokens,
  databaseTokens,
  exportTokens as t,
  fileTokens,
  processTokens as p,
  secretTokens,
  threadTokens,
} from '../tokens.ts';
import { hasFilesOf, hasWorkspaceInside } from './backups.ts';

/** Everything that belongs to the owner, out and back in. */
export const exportModule = {
  name: 'export',
  tokens: t,
  bind: (options: ContainerModuleLoadOptions) => {
    const { settings, platform, gate, knownSecrets, clock, log } = p;
    provide(
      options,
      t.databaseMoments,
      { settings, work: backupTokens.backupProcess, all: databaseTokens.databases, clock, log },
      ({ settings: { dataDir, storage }, work, all: { owner }, ...deps }) => {
        if (storage === null) return new SqliteMoments(dataDir, owner);
        return new StagedMoments({
          dataDir,
          stage: async (folder) => await work.stage(folder),
          momentsIn: (folder) => new SqliteMoments(folder, owner),
          counts: async (isCounted) => {
            const { sectionCounts } = await import('../storage-copy/section-counts.ts');
            return {
              counts: await sectionCounts(storage, isCounted, deps),
              unreadable: [],
            };
          },
        });
      },
    );
    provide(
      options,
      t.fileMoments,
      { settings },
      ({ settings: { dataDir, workspaceDir } }) =>
        new DiskMoments({ dataDir, withWorkspace: hasWorkspaceInside({ dataDir, workspaceDir }) }),
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
        words: p.words,
      },
      ({ config, settings: { google }, platform: { version }, ...deps }) =>
        new ExportService({
          ...deps,
          pack: packArchive,
          config: async () => {
            const values = await config.userFile();
            return values === null ? null : maskedAddresses(values as JsonObject);
          },
          schema: () => documentSchema(sectionSchemas()),
          serviceVersion: version,
          isHosted: google.isHosted,
        }),
    );
    provide(
      options,
      t.ownExports,
      {
        databases: t.databaseMoments,
        files: t.fileMoments,
        workspace: fileTokens.workspace,
        places: fileTokens.places,
        secrets: secretTokens.secrets,
        platform,
        masked: secretTokens.maskedFor,
        settings,
        all: databaseTokens.databases,
        gate,
        clock,
        log,
        words: p.words,
      },
      ({ platform: { version }, settings: all, all: { owner }, workspace, places, ...deps }) =>
        new OwnExportService({
          ...deps,
          ownFiles: async (person) =>
            hasFilesOf(all, owner)(person)
              ? await ownFiles(person, { workspace, places })
              : { files: [], skipped: [] },
          isOwnPath: (person) => {
            const place = places.of(person);
            return (path) => place.isOwn(path.split('/'));
          },
          pack: packArchive,
          schema: () => ownDocumentSchema(sectionSchemas(true)),
          serviceVersion: version,
        }),
    );
    provide(
      options,
      t.conversationExports,
      {
        threads: threadTokens.threadStore,
        files: fileTokens.files,
        artifacts: artifactTokens.artifacts,
      },
      (deps) => new ConversationExport({ ...deps, pack: packArchive }),
    );
    provide(
      options,
      t.imports,
      {
        databases: t.databaseMoments,
        files: t.fileMoments,
        replacement: backupTokens.replacement,
        disk: backupTokens.restoreDisk,
        config: configTokens.config,
        settings,
        work: backupTokens.backupProcess,
        clock,
        log,
      },
      ({ replacement, disk, config, settings: all, work, ...deps }) =>
        new ImportService({
          ...deps,
          stage: sqliteStage(async (database) => await work.settle(database)),
          importFiles,
          replacing: {
            begin: async (stage) =>
              await replacement.begin(
                null,
                'before_import',
                async ({ operationId, startedAt, confirmMovable }) => {
                  const folder = await disk.begin(operationId, backupLimits.spareBytes);
                  const staged = await stage(folder, startedAt);
                  await confirmMovable(staged.sets);
                  return staged;
                },
              ),
          },
          settings: async (given) => await config.withImported(given),
          withWorkspace: hasWorkspaceInside(all),
        }),
    );
  },
  services: {
    exports: t.exports,
    ownExports: t.ownExports,
    conversationExports: t.conversationExports,
    imports: t.imports,
  },
  start: async ({ get }) => await get(t.fileMoments).clear(),
} satisfies Module;
