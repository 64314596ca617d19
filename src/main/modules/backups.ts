import { join } from 'node:path';
import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskBackupFolders } from '../../adapters/out/files/backup/disk-folders.ts';
import { DiskCatalogueFile, DiskInstanceFile } from '../../adapters/out/files/backup/state-files.ts';
import { nodeCrypto } from '../../adapters/out/system/node-crypto.ts';
import { VaultBackupKeys } from '../../core/backups/key.ts';
import { DrillService } from '../../core/backups/drill-service.ts';
import { RestoreService } from '../../core/backups/restore-service.ts';
import { BackupService } from '../../core/backups/service.ts';
import { agentFolder } from '../../core/data-directory/inventory.ts';
import { BackupProcess } from '../backup-process/client.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import type { Settings } from '../settings.ts';
import { backupTokens } from '../tokens/backups.ts';
import { configTokens } from '../tokens/config.ts';
import { processTokens as p } from '../tokens/process.ts';
import { secretTokens } from '../tokens/secrets.ts';
import { threadTokens } from '../tokens/threads.ts';

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
      { settings, config },
      ({ settings: { dataDir }, config: current }) =>
        new DiskBackupFolders({
          dataDir,
          folder: () => current.current().values.backup_dir ?? join(dataDir, 'backups'),
        }),
    );
    provide(
      options,
      t.backupWork,
      { settings, platform: p.platform, clock },
      ({ settings: all, platform, clock: time }) =>
        new BackupProcess({
          program: platform.backupProgram,
          dataDir: all.dataDir,
          withWorkspace: hasWorkspaceInside(all),
          clock: time,
        }),
    );
    const stateFile = { settings, gate };
    provide(
      options,
      t.catalogueFile,
      stateFile,
      ({ settings: { dataDir }, ...deps }) => new DiskCatalogueFile({ dataDir, ...deps }),
    );
    provide(
      options,
      t.instanceFile,
      { ...stateFile, ids: p.ids },
      ({ settings: { dataDir }, ...deps }) => new DiskInstanceFile({ dataDir, ...deps }),
    );
    provide(
      options,
      t.backups,
      {
        folders: t.backupFolders,
        work: t.backupWork,
        catalogueFile: t.catalogueFile,
        instance: t.instanceFile,
        threads: threadTokens.threadStore,
        vault: secretTokens.vault,
        missingDatabases: p.missingDatabases,
        platform: p.platform,
        settings,
        config,
        gate,
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
    provide(options, t.restores, {}, () => new RestoreService());
    provide(options, t.drills, {}, () => new DrillService());
  },
  services: { backups: backupTokens.backups, restores: backupTokens.restores, drills: backupTokens.drills },
  start: async ({ get, onStop }) => {
    const backups = get(backupTokens.backups);
    await backups.begin();
    const ending = new AbortController();
    void backups.pruneDaily(ending.signal);
    onStop('backups', () => ending.abort());
  },
  drain: (get) => get(backupTokens.backups).drain(),
} satisfies Module;

const hasWorkspaceInside = ({ dataDir, workspaceDir }: Settings): boolean =>
  workspaceDir === join(dataDir, agentFolder);
