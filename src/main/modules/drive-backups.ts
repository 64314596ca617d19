import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskStoredFiles } from '../../adapters/out/files/backup/disk-stored-files.ts';
import { DiskRootFile, DiskUploadsFile } from '../../adapters/out/files/backup/state-files.ts';
import type { GoogleDrive } from '../../adapters/out/google/google-drive.ts';
import { DriveDownloads } from '../../core/keeping/backups/drive/downloads.ts';
import { Disconnecting } from '../../core/keeping/backups/drive/disconnecting.ts';
import { UploadLedger } from '../../core/keeping/backups/drive/ledger.ts';
import type { Drive } from '../../core/keeping/backups/drive/port.ts';
import { retrying } from '../../core/keeping/backups/drive/retrying.ts';
import { RootFolder } from '../../core/keeping/backups/drive/root-folder.ts';
import { Uploads } from '../../core/keeping/backups/drive/uploads.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import {
  backupTokens,
  cloudAccountTokens,
  configTokens,
  driveBackupTokens,
  processTokens as p,
  secretTokens,
} from '../tokens.ts';
import { markOf } from './backups.ts';

/** Copies of backups in the owner's drive. */
export const driveBackupsModule = {
  name: 'drive-backups',
  tokens: driveBackupTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = driveBackupTokens;
    const { settings, gate, clock, log } = p;
    const { cloudAccess, cloudAccount, googleFetch } = cloudAccountTokens;
    const { instanceFile: instance, backupFolders: folders } = backupTokens;
    provide(options, t.drive, { access: cloudAccess, fetch: googleFetch, clock }, (deps): Drive =>
      lazyDrive(async () => {
        const { GoogleDrive: Vendor } = await import('../../adapters/out/google/google-drive.ts');
        return new Vendor(deps);
      }),
    );
    provide(options, t.patientDrive, { drive: t.drive, clock }, (deps) => retrying(deps.drive, deps.clock));
    const stateFile = { settings, gate };
    provide(
      options,
      t.rootFile,
      stateFile,
      ({ settings: { dataDir }, gate: { beside } }) => new DiskRootFile({ dataDir, gate: beside }),
    );
    provide(
      options,
      t.uploadsFile,
      stateFile,
      ({ settings: { dataDir }, gate: { beside } }) => new DiskUploadsFile({ dataDir, gate: beside }),
    );
    provide(
      options,
      t.uploadLedger,
      { file: t.uploadsFile, ids: p.ids, clock, log },
      (deps) => new UploadLedger(deps),
    );
    provide(
      options,
      t.rootFolder,
      { drive: t.patientDrive, file: t.rootFile, ledger: t.uploadLedger, log },
      (deps) => new RootFolder(deps),
    );
    provide(
      options,
      t.storedFiles,
      { folders, instance },
      (deps) => new DiskStoredFiles({ folders: deps.folders, mark: markOf(deps.instance) }),
    );
    provide(
      options,
      t.uploads,
      {
        drive: t.patientDrive,
        root: t.rootFolder,
        ledger: t.uploadLedger,
        files: t.storedFiles,
        folders,
        catalogue: backupTokens.catalogue,
        access: cloudAccess,
        config: configTokens.config,
        vault: secretTokens.vault,
        settings,
        clock,
        log,
      },
      ({ access, config, vault, settings: { google }, ...deps }) =>
        new Uploads({
          ...deps,
          account: () => {
            const grant = access.grant();
            return grant && `${grant.clientId ?? grant.client} ${grant.account ?? ''}`;
          },
          conditions: () => {
            const grant = access.grant();
            return {
              isHosted: google.isHosted,
              isOn: config.current().values.backup_clouddrive === true,
              isConnected: grant !== null,
              hasScope: grant?.scopes.includes('drive.file') ?? false,
              hasKey: vault.state === 'ready',
            };
          },
        }),
    );
    provide(
      options,
      t.disconnecting,
      {
        account: cloudAccount,
        access: cloudAccess,
        uploads: t.uploads,
        drive: t.patientDrive,
        root: t.rootFolder,
        ledger: t.uploadLedger,
        clock,
        log,
      },
      ({ account, access, ...deps }) =>
        new Disconnecting({
          ...deps,
          account: {
            hasDriveScope: () => access.grant()?.scopes.includes('drive.file') ?? false,
            revoke: () => account.revoke(),
          },
        }),
    );
    provide(
      options,
      t.driveDownloads,
      {
        drive: t.patientDrive,
        root: t.rootFolder,
        files: t.storedFiles,
        folders,
        backups: backupTokens.backups,
        catalogue: backupTokens.catalogue,
        words: p.words,
        clock,
      },
      (deps) => new DriveDownloads(deps),
    );
  },
  services: {
    uploads: driveBackupTokens.uploads,
    disconnecting: driveBackupTokens.disconnecting,
    driveBackups: driveBackupTokens.driveDownloads,
  },
  start: ({ get, onStop }) => {
    onStop('uploads', () => get(driveBackupTokens.uploads).stop());
    // What cannot be removed now goes with the next one.
    void get(driveBackupTokens.storedFiles)
      .sweep()
      .catch(() => undefined);
  },
  reachOut: (get, { isLasting }) => {
    // Access that a disconnect was about to end ends in any case.
    const resumed = get(driveBackupTokens.disconnecting).resume();
    if (isLasting) void resumed.then(() => get(driveBackupTokens.uploads).begin());
  },
} satisfies Module;

function lazyDrive(load: () => Promise<GoogleDrive>): Drive {
  let drive: Promise<GoogleDrive> | null = null;
  const loaded = (): Promise<GoogleDrive> => (drive ??= load());
  return {
    newIds: async (...asked) => await (await loaded()).newIds(...asked),
    get: async (...asked) => await (await loaded()).get(...asked),
    makeFolder: async (...asked) => await (await loaded()).makeFolder(...asked),
    foldersNamed: async (...asked) => await (await loaded()).foldersNamed(...asked),
    childrenOf: async (...asked) => await (await loaded()).childrenOf(...asked),
    put: async (...asked) => await (await loaded()).put(...asked),
    remove: async (...asked) => await (await loaded()).remove(...asked),
    read: async (...asked) => await (await loaded()).read(...asked),
  };
}
