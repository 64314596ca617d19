import { saying, type Plain, type Quoted, type QuotedValue, type Says } from '../../kernel/says.ts';

/** What is wrong with the manifest of a backup. */
export interface ManifestSays extends Plain<
  | 'manifest.missing'
  | 'manifest.of-other'
  | 'manifest.changed'
  | 'manifest.other-key'
  | 'manifest.too-large'
  | 'manifest.no-json'
  | 'manifest.no-backup'
  | 'manifest.no-svc-backup'
  | 'manifest.fields'
  | 'manifest.no-key'
  | 'manifest.half-a-key'
  | 'manifest.databases'
> {
  /** Null: it names none. */
  'manifest.format': { format: QuotedValue | null; known: number };
  'manifest.no-folder': { path: Quoted };
  'manifest.twice': { path: Quoted };
  'manifest.two-spellings': { path: Quoted };
  'manifest.no-path': { path: Quoted };
  'manifest.no-part': { path: Quoted };
  'manifest.no-file': { path: Quoted };
  'manifest.two-sizes': { path: Quoted };
}

/** What a check of a backup found, and what its owner should know of it. */
export interface BackupSays extends Plain<
  'backup.plain' | 'backup.without-key' | 'backup.stuck' | 'upload.failed' | 'drill.stuck'
> {
  'backup.check-failed': { why: readonly Says[] };
  'backup.fault': { why: Quoted };
  'backup.key-missing': { keyId: string };
  'backup.unlisted': { path: Quoted };
  'backup.altered': { path: Quoted };
  'backup.unknown-database': { database: string };
  'backup.newer-database': { database: string; version: number; known: number };
  'backup.other-version': { database: string };
  'backup.other-schema': { database: string };
  'backup.not-opened': { database: string; why: Quoted };
  'backup.damaged': { database: string; why: Quoted };
  'backup.other-rows': { database: string };
  'backup.unreadable': { database: string; why: Quoted };
  'backup.folder-missing': { folder: Quoted; mark: string };
  'drill.not-started': { why: Quoted };
  'drill.fewer-rows': { database: string; table: string };
}

/** Why a backup cannot be restored, and what became of a restore. */
export interface RestoreSays extends Plain<
  | 'restore.no-manifest'
  | 'restore.manifest-of-other'
  | 'restore.manifest-changed'
  | 'restore.foreign'
  | 'restore.unauthenticated'
  | 'restore.dies'
  | 'restore.files-gone'
> {
  'restore.because': { why: readonly Says[] };
  'restore.refused': { why: readonly Says[] };
  'restore.key-missing': { keyId: string };
  'restore.newer-database': { database: string; version: number; known: number; madeBy: string };
  'restore.other-file-system': { name: string };
  'restore.unusable-database': { database: string; why: Says };
  'restore.models-at': { addresses: Quoted };
  'restore.settings-left-out': { keys: readonly string[] };
  'restore.workspace-kept': { entries: number; name: string };
  /** Null: the log says why. */
  'restore.not-moved': { code: string | null };
  'restore.not-started': { why: Quoted };
}

/** Why something is refused. */
export interface BackupProblems extends Plain<
  | 'backups.backup_not_found'
  | 'backups.operation_in_progress'
  | 'backups.backup_space'
  | 'backups.backup_folder'
  | 'backups.backup_unusable'
  | 'backups.backup_key_invalid'
  | 'backups.backup_exists'
  | 'backups.archive_unusable'
  | 'backups.restore_not_found'
  | 'backups.in_workspace'
  | 'backups.in_data'
  | 'backups.file_unreadable'
  | 'backups.other_bytes'
  | 'backups.other_size'
  | 'backups.zip_space'
> {
  'backups.wrong_key': { keyId: string };
  'backups.restore_space': { needs: string; free: string };
  'backups.copy_space': { needs: string; free: string };
  'backups.file_changed': { name: Quoted };
  'backups.no_archive': { why: Says };
}

/** What is wrong with the archive of a backup, as the middle of a sentence. */
export interface ArchiveFaults extends Plain<
  | 'archive.no_manifest'
  | 'archive.manifest_large'
  | 'archive.two_manifests'
  | 'archive.other_size'
  | 'archive.file_missing'
  | 'archive.bomb'
  | 'archive.larger'
  | 'archive.smaller'
> {
  'archive.entry': { name: Quoted };
}

export const sayFault = saying<ArchiveFaults>();

/** What its owner should see to. */
export interface BackupReminderProblems extends Plain<'backup.none_good' | 'backup.none'> {
  'backup.old': { days: number };
}

/** What of another machine did not come along. */
export interface ArrivalProblems extends Plain<
  | 'arrived.grants'
  | 'arrived.tools'
  | 'arrived.batches'
  | 'arrived.triggers'
  | 'arrived.workflows'
  | 'arrived.hosts'
  | 'arrived.logins'
  | 'arrived.workspace'
  | 'arrived.google'
> {
  'arrived.without_parents': { tables: readonly Says[] };
  'arrived.rows': { table: string; rows: number };
  'arrived.settings': { keys: readonly string[] };
}

export const say = saying<
  ManifestSays & BackupProblems & BackupSays & RestoreSays & BackupReminderProblems & ArrivalProblems
>();
