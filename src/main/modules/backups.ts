import { backupsRenderers } from '../../adapters/in/agent/backups.ts';
import { stagedConfig } from '../../adapters/out/files/backup/staged-config.ts';
import { systemDisk } from '../../adapters/out/files/disk.ts';
import { join } from 'node:path';
import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskBackupArchives } from '../../adapters/out/files/backup/disk-archives.ts';
import { DiskBackupFolders } from '../../adapters/out/files/backup/disk-folders.ts';
import { DiskRestore } from '../../adapters/out/files/backup/restore-disk.ts';
import {
  DiskCatalogueFile,
  DiskInstanceFile,
  DiskRestoresFile,
} from '../../adapters/out/files/backup/state-files.ts';
import { SchemaRestore } from '../../adapters/out/postgres/restore-disk.ts';
import { SqliteStagedVault } from '../../adapters/out/sqlite/vault/staged-vault.ts';
import { nodeCrypto } from '../../adapters/out/system/node-crypto.ts';
import { ArchiveService } from '../../core/keeping/backups/archive-service.ts';
import type { InstanceFile } from '../../core/keeping/backups/port.ts';
import { VaultBackupKeys } from '../../core/keeping/backups/key.ts';
import { Catalogue } from '../../core/keeping/backups/catalogue.ts';
import { DrillService } from '../../core/keeping/backups/drill-service.ts';
import { OneOperation } from '../../core/keeping/backups/one-operation.ts';
import { Replacement } from '../../core/keeping/backups/replacement.ts';
import { RestoreOutcomes } from '../../core/keeping/backups/restore-outcomes.ts';
import { RestoreSwap } from '../../core/keeping/backups/restore-swap.ts';
import { RestoreService } from '../../core/keeping/backups/restore-service.ts';
import { BackupService } from '../../core/keeping/backups/service.ts';
import { agentFolder, stagingFolder } from '../../core/instance/data-directory/inventory.ts';
import { schemaVersions } from '../backup-process/check.ts';
import { BackupProcess } from '../backup-process/client.ts';
import type { KnownOwner } from '../../core/trust/people/model.ts';
import type { HasFilesOf } from '../../core/workspace/files/belongings.ts';
import { leaseHolder } from '../lease-holder.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import type { Settings } from '../settings.ts';
import {
  backupTokens,
  configTokens,
  driveBackupTokens,
  expiryTokens,
  processTokens as p,
  secretTokens,
  threadTokens,
} from '../tokens.ts';

/** Backups of everything in the data directory. */
export const backupsModule = {
  name: 'backups',
  tokens: backupTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = backupTokens;
    const { settings, gate, clock, log } = p;
    const { config } = configTokens;
    provide(
      options,
      t.backupFolders,
      { settings, config, instance: t.instanceFile },
      ({ settings: { dataDir, workspaceDir }, config: current, instance }) =>
        new DiskBackupFolders({
          dataDir,
          workspaceDir,
          mark: markOf(instance),
          chosen: () => current.current().values.backup_dir ?? null,
        }),
    );
    provide(
      options,
      t.archives,
      { folders: t.backupFolders, instance: t.instanceFile },
      ({ folders, instance }) => new DiskBackupArchives({ folders, mark: markOf(instance) }),
    );
    provide(
      options,
      t.backupArchives,
      { folders: t.backupFolders, archives: t.archives, backups: t.backups, words: p.words },
      (deps) => new ArchiveService(deps),
    );
    provide(
      options,
      t.backupProcess,
      { settings, platform: p.platform, clock },
      ({ settings: all, platform, clock: time }) =>
        new BackupProcess({
          program: platform.backupProgram,
          dataDir: all.dataDir,
          withWorkspace: hasWorkspaceInside(all),
          storage: all.storage,
          clock: time,
        }),
    );
    provide(options, t.backupWork, { process: t.backupProcess }, ({ process: work }) => work);
    const stateFile = { settings, gate };
    provide(
      options,
      t.catalogueFile,
      stateFile,
      ({ settings: { dataDir }, gate: { beside } }) => new DiskCatalogueFile({ dataDir, gate: beside }),
    );
    provide(
      options,
      t.instanceFile,
      { ...stateFile, ids: p.ids },
      ({ settings: { dataDir }, ids, gate: { beside } }) =>
        new DiskInstanceFile({ dataDir, ids, gate: beside }),
    );
    provide(
      options,
      t.catalogue,
      { file: t.catalogueFile, log },
      (deps) => new Catalogue(deps.file, deps.log),
    );
    provide(options, t.operations, { clock }, (deps) => new OneOperation(deps.clock));
    provide(
      options,
      t.restoreDisk,
      { ...stateFile, work: t.backupProcess, boot: p.boot, clock, log },
      ({ settings: { dataDir, storage }, gate: { beside }, work, boot, ...deps }) => {
        const files = new DiskRestore({ dataDir, gate: beside });
        if (storage === null) return files;
        return new SchemaRestore({
          ...deps,
          files,
          connect: async () => {
            const { connectPostgres } = await import('../../adapters/out/postgres/connect.ts');
            return await connectPostgres(storage, { ...deps, connections: 2 });
          },
          load: async ({ operationId, ...given }, { onProgress, signal }) => {
            const folder = join(dataDir, stagingFolder, operationId);
            await work.load({ ...given, operationId, folder }, onProgress, signal);
          },
          mayStay: async () => (await import('../storage-copy/databases.ts')).tablesThatStay(),
          holder: () => leaseHolder(dataDir, boot),
        });
      },
    );
    provide(
      options,
      t.restoresFile,
      stateFile,
      ({ settings: { dataDir }, gate: { beside } }) => new DiskRestoresFile({ dataDir, gate: beside }),
    );
    provide(options, t.restoreOutcomes, { file: t.restoresFile }, ({ file }) => new RestoreOutcomes(file));
    provide(
      options,
      t.restoreSwap,
      { disk: t.restoreDisk, outcomes: t.restoreOutcomes, clock, log },
      (deps) => new RestoreSwap(deps),
    );
    provide(
      options,
      t.backups,
      {
        operations: t.operations,
        folders: t.backupFolders,
        work: t.backupWork,
        catalogue: t.catalogue,
        instance: t.instanceFile,
        threads: threadTokens.threadStore,
        swap: t.restoreSwap,
        uploads: driveBackupTokens.uploads,
        expiry: expiryTokens.expiry,
        vault: secretTokens.vault,
        missingDatabases: p.missingDatabases,
        platform: p.platform,
        settings,
        config,
        gate,
        words: p.words,
        clock,
        log,
      },
      ({ vault, missingDatabases, platform, settings: { dataDir }, ...deps }) =>
        new BackupService({
          ...deps,
          keys: new VaultBackupKeys(vault),
          crypto: nodeCrypto,
          serviceVersion: platform.version,
          dataDirectory: dataDir,
          isKept: missingDatabases === 'create',
        }),
    );
    provide(
      options,
      t.replacement,
      {
        operations: t.operations,
        backups: t.backups,
        disk: t.restoreDisk,
        swap: t.restoreSwap,
        restoring: p.restoring,
        gate,
        words: p.words,
        clock,
        ids: p.ids,
        log,
      },
      ({ restoring: { restart }, ...deps }) => new Replacement({ ...deps, restart }),
    );
    provide(
      options,
      t.restores,
      {
        replacement: t.replacement,
        folders: t.backupFolders,
        work: t.backupWork,
        instance: t.instanceFile,
        disk: t.restoreDisk,
        swap: t.restoreSwap,
        outcomes: t.restoreOutcomes,
        catalogue: t.catalogue,
        config,
        vault: secretTokens.vault,
        words: p.words,
        clock,
        ids: p.ids,
        log,
      },
      ({ config: current, vault, ...deps }) =>
        new RestoreService({
          ...deps,
          keys: new VaultBackupKeys(vault),
          stagedVault: new SqliteStagedVault((stored, given) => vault.resealed(stored, given)),
          stagedConfig: stagedConfig(async (read) => await current.fromElsewhere(read), systemDisk),
          holdKey: vault.hold,
          schemas: schemaVersions,
          crypto: nodeCrypto,
        }),
    );
    provide(
      options,
      t.drills,
      {
        operations: t.operations,
        restores: t.restores,
        backups: t.backups,
        work: t.backupWork,
        vault: secretTokens.vault,
        clock,
      },
      ({ vault, ...deps }) => new DrillService({ ...deps, keys: new VaultBackupKeys(vault) }),
    );
  },
  renderers: backupsRenderers,
  services: {
    backups: backupTokens.backups,
    restores: backupTokens.restores,
    drills: backupTokens.drills,
    backupArchives: backupTokens.backupArchives,
  },
  start: async ({ get, onStop }) => {
    const backups = get(backupTokens.backups);
    await backups.begin();
    // What cannot be removed now goes with the next upload.
    await get(backupTokens.archives)
      .sweep()
      .catch(() => undefined);
    const ending = new AbortController();
    void backups.old.pruneDaily(ending.signal);
    get(expiryTokens.expiry).whenOver(async () => void (await backups.old.pruned()));
    onStop('backups', () => ending.abort());
  },
  // The restore that asks for it goes on.
  drain: async (get, why) => (why === 'stop' ? await get(backupTokens.operations).drain() : undefined),
} satisfies Module;

/** Short, as part of a file's name: the random end of the id. */
export const markOf = (instance: InstanceFile) => async () => (await instance.id()).slice(-12);

export const hasFilesOf =
  (settings: Pick<Settings, 'dataDir' | 'workspaceDir'>, owner: KnownOwner): HasFilesOf =>
  (person) =>
    person !== owner.id || hasWorkspaceInside(settings);

export const hasWorkspaceInside = ({
  dataDir,
  workspaceDir,
}: Pick<Settings, 'dataDir' | 'workspaceDir'>): boolean => workspaceDir === join(dataDir, agentFolder);
