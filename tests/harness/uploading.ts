import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DiskStoredFiles } from '../../src/adapters/out/files/backup/disk-stored-files.ts';
import { DiskBackupFolders } from '../../src/adapters/out/files/backup/disk-folders.ts';
import { DiskRootFile, DiskUploadsFile } from '../../src/adapters/out/files/backup/state-files.ts';
import { GoogleDrive } from '../../src/adapters/out/google/google-drive.ts';
import { UploadLedger } from '../../src/core/keeping/backups/drive/ledger.ts';
import type { UploadConditions } from '../../src/core/keeping/backups/drive/model.ts';
import type { Drive, RootFile, UploadsFile } from '../../src/core/keeping/backups/drive/port.ts';
import { retrying } from '../../src/core/keeping/backups/drive/retrying.ts';
import { RootFolder } from '../../src/core/keeping/backups/drive/root-folder.ts';
import { Uploads } from '../../src/core/keeping/backups/drive/uploads.ts';
import type { ManifestFile } from '../../src/core/keeping/backups/model.ts';
import { WriteGate } from '../../src/core/kernel/write-gate.ts';
import type { Clock } from '../../src/core/ports/clock.ts';
import { HastyClock } from '../doubles/hasty-clock.ts';
import { RecordingLog } from '../doubles/recording-log.ts';
import type { Vendor } from './google.ts';
import { temporaryDir } from './in-process-engine.ts';

export const BACKUP_ID = '20260101T000000000Z';

/** Uploads over the disk, and a drive; without the rest of the engine. */
export interface Uploading {
  readonly uploads: Uploads;
  readonly root: RootFolder;
  readonly rootFile: RootFile;
  readonly ledger: UploadLedger;
  readonly drive: Drive;
  readonly files: DiskStoredFiles;
  readonly folders: DiskBackupFolders;
  readonly log: RecordingLog;
  readonly clock: HastyClock;
  readonly dataDir: string;
  readonly conditions: { -readonly [Key in keyof Conditions]: Conditions[Key] };
}

type Conditions = Omit<UploadConditions, 'isEncrypted' | 'isPaused'>;

export interface UploadingOptions {
  /** Of an earlier process. */
  readonly dataDir?: string;
  readonly drive?: (clock: Clock) => Drive;
  readonly rootFile?: (file: RootFile) => RootFile;
  readonly uploadsFile?: (file: UploadsFile) => UploadsFile;
}

export const INSTANCE = '00000000-0000-7000-8000-000000000001';

export function uploading({
  dataDir = temporaryDir(),
  drive: make,
  rootFile: wrap = (file) => file,
  uploadsFile = (file) => file,
}: UploadingOptions): Uploading {
  const clock = new HastyClock();
  const log = new RecordingLog();
  const gate = new WriteGate().beside;
  const folders = new DiskBackupFolders({
    dataDir,
    workspaceDir: join(dataDir, 'workspace'),
    mark: async () => 'mark',
    chosen: () => null,
  });
  const own = new DiskRootFile({ dataDir, gate });
  const rootFile = wrap(own);
  const ledger = new UploadLedger({
    file: uploadsFile(new DiskUploadsFile({ dataDir, gate })),
    ids: { next: () => INSTANCE },
    clock,
    log,
  });
  if (!make) throw new Error('no drive was given');
  const drive = retrying(make(clock), clock);
  const root = new RootFolder({ drive, file: rootFile, ledger, log });
  const files = new DiskStoredFiles({ folders, mark: async () => 'mark' });
  const conditions = { isHosted: false, isOn: true, isConnected: true, hasScope: true, hasKey: true };
  const uploads = new Uploads({
    drive,
    root,
    ledger,
    files,
    folders,
    catalogue: { of: async () => ({ verifiedAt: null, provenAt: null, problems: [] }) },
    conditions: () => conditions,
    account: () => 'owner',
    clock,
    log,
  });
  return { uploads, root, rootFile, ledger, drive, files, folders, log, clock, dataDir, conditions };
}

/** The drive at the fake vendor, with a token that never ends. */
export function vendorDrive({ google, owner, client }: Vendor, scopes: readonly string[] = ['drive.file']) {
  const asked = scopes.map((scope) => `https://www.googleapis.com/auth/${scope}`);
  let token = google.oauth.accessToken(owner, client, asked);
  return (clock: Clock): Drive =>
    new GoogleDrive({
      fetch: google.fetch,
      clock,
      sizes: { wholeBytes: 64 * 1024, partBytes: 256 * 1024 },
      access: {
        token: async () => token,
        refused: () => void (token = google.oauth.accessToken(owner, client, asked)),
      },
    });
}

/** A small file, one in a folder, and one that goes in three parts. */
export const FILES: Readonly<Record<string, Uint8Array>> = {
  'config.json': Buffer.from('sealed settings'),
  'workspace/notes/a.txt': Buffer.from('sealed notes'),
  'workspace/big.bin': randomBytes(600 * 1024),
};

/** The paths in the drive when `FILES` are there. */
export const IN_THE_DRIVE: readonly string[] = [
  'svc-backups',
  `svc-backups/${BACKUP_ID}`,
  ...[...Object.keys(FILES), 'manifest.json'].map((name) => `svc-backups/${BACKUP_ID}/${name}`),
].toSorted();

/** Publishes a backup with these files, as if it had been made. */
export function publishBackup(
  dataDir: string,
  files: Readonly<Record<string, Uint8Array>>,
  backupId: string = BACKUP_ID,
): void {
  const folder = join(dataDir, 'backups', backupId);
  const entries = new Map<string, ManifestFile>();
  const entry = (path: string, kind: 'file' | 'folder', sizeBytes: number) =>
    entries.set(path, {
      path,
      kind,
      sizeBytes,
      contentBytes: sizeBytes,
      sha256: null,
      mode: null,
      modifiedAt: null,
    });
  for (const [path, bytes] of Object.entries(files)) {
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1))
      entry(path.slice(0, at), 'folder', 0);
    entry(path, 'file', bytes.length);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  const manifest = {
    format: 'svc-backup',
    formatVersion: 1,
    backupId,
    createdAt: '2026-01-01T00:00:00.000Z',
    kind: 'manual',
    serviceVersion: '0.1.0',
    dataDirectory: dataDir,
    instanceId: INSTANCE,
    encrypted: true,
    keyId: '0011223344556677',
    keySalt: '00'.repeat(16),
    workspace: 'included',
    databases: [],
    files: [...entries.values()],
    skipped: [],
    skippedCount: 0,
  } as const;
  mkdirSync(folder, { recursive: true });
  // No upload checks the MAC: that is for those who open a backup.
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, mac: '0'.repeat(64) }));
}
