// Room: copies of everything, of one moment; checks, restores, drills, archives. Complete means that the
// published copy was opened and checked; a restore happens entirely or not at all.

import type { Says } from '../../kernel/says.ts';

/** Why a backup was made. Those made for safety are never uploaded, and only the newest stay. */
export const BACKUP_KINDS = [
  'manual',
  'scheduled',
  'before_restore',
  'before_import',
  'before_move',
  'before_migration',
] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];

/** Made of everything that is about to be replaced: by a backup, an export, or what another engine has sent. */
export type ReplacedKind = Extract<BackupKind, 'before_restore' | 'before_import' | 'before_move'>;

export const isOfReplaced = (kind: BackupKind): kind is ReplacedKind =>
  kind === 'before_restore' || kind === 'before_import' || kind === 'before_move';

/**
 * - `running`: it is being made.
 * - `unverified`: it is whole as far as its folder shows, but this engine has not opened it.
 * - `complete`: its published copy was opened, decrypted and checked.
 * - `failed`: a check found something wrong. It is kept aside under another name.
 */
export const BACKUP_STATUSES = ['running', 'unverified', 'complete', 'failed'] as const;
export type BackupStatus = (typeof BACKUP_STATUSES)[number];

export const BACKUP_PHASES = ['copying', 'verifying', 'restoring'] as const;
export type BackupPhase = (typeof BACKUP_PHASES)[number];

export interface BackupProgress {
  readonly phase: BackupPhase;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** What a surface shows of a backup. */
export interface BackupRecord {
  readonly backupId: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly kind: BackupKind;
  readonly status: BackupStatus;
  /** As stored. */
  readonly sizeBytes: number;
  readonly fileCount: number;
  readonly encrypted: boolean;
  readonly keyId: string | null;
  readonly serviceVersion: string;
  /** False if another instance made it. */
  readonly own: boolean;
  /** `elsewhere`: the workspace is a folder of the owner outside the data directory, and not in the backup. */
  readonly workspace: 'included' | 'elsewhere';
  /** Entries that were left out: links, special files, what could not be read. */
  readonly skipped: number;
  readonly verifiedAt: number | null;
  /** When a drill last restored it into a scratch directory and started an engine on it. */
  readonly provenAt: number | null;
  readonly problems: readonly Says[];
  /** What its owner should know of it, like that it is not encrypted; null if there is nothing. */
  readonly warning: Says | null;
  readonly progress: BackupProgress | null;
}

export type ManifestKind = 'database' | 'file' | 'folder';

/** One entry of a backup. */
export interface ManifestFile {
  /** Inside the backup and inside the data directory, with `/` between its parts. */
  readonly path: string;
  readonly kind: ManifestKind;
  /** As stored; 0 for a folder. */
  readonly sizeBytes: number;
  /** Before encryption. */
  readonly contentBytes: number;
  /** Of the stored bytes; null for a folder, and in an encrypted backup, where each part of a file proves itself. */
  readonly sha256: string | null;
  /** The permission bits, for files and folders of the workspace. */
  readonly mode: number | null;
  /** Milliseconds since the epoch, for files of the workspace. */
  readonly modifiedAt: number | null;
}

export interface DatabaseFacts {
  readonly path: string;
  readonly schemaVersion: number;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** `name`: it is not UTF-8. */
export const SKIP_REASONS = ['link', 'special', 'unreadable', 'name'] as const;

export interface Skipped {
  readonly path: string;
  readonly reason: (typeof SKIP_REASONS)[number];
}

/** `manifest.json` of a backup: plain text, so that it can be read without the key (specification › Backup). */
export interface Manifest {
  readonly format: typeof MANIFEST_FORMAT;
  readonly formatVersion: typeof FORMAT_VERSION;
  readonly backupId: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly kind: BackupKind;
  readonly serviceVersion: string;
  /** The absolute path of the data directory that was backed up. */
  readonly dataDirectory: string;
  readonly instanceId: string;
  readonly encrypted: boolean;
  /** The vault key that it is encrypted and authenticated with; null for a backup without a key. */
  readonly keyId: string | null;
  /** The salt of the vault in hex: with it, a key that a person chose gives the same key elsewhere. */
  readonly keySalt: string | null;
  readonly workspace: 'included' | 'elsewhere';
  readonly databases: readonly DatabaseFacts[];
  readonly files: readonly ManifestFile[];
  readonly skipped: readonly Skipped[];
  readonly skippedCount: number;
  /** HMAC-SHA256 over the rest, in hex; null for a backup without a key. */
  readonly mac: string | null;
}

export const MANIFEST_FORMAT = 'svc-backup';
export const FORMAT_VERSION = 1;

/**
 * - `running`: it goes on, or the next start of the engine finishes it.
 * - `completed`: everything is as in the backup.
 * - `undone`: everything is as it was before; `problems` says why.
 * - `failed`: it ended before anything was moved; `problems` says why.
 */
export const RESTORE_STATUSES = ['running', 'completed', 'failed', 'undone'] as const;
export type RestoreStatus = (typeof RESTORE_STATUSES)[number];

/** What became of a restore. */
export interface RestoreOutcome {
  readonly operationId: string;
  readonly backupId: string;
  readonly status: RestoreStatus;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** Files of the backup that are in place; 0 unless it is completed. */
  readonly restoredFiles: number;
  /** The backup that was made of everything as it was before. */
  readonly safetyBackupId: string;
  readonly problems: readonly Says[];
}

/** What the owner allows or brings for one restore. */
export interface RestoreWishes {
  /** A backup that another instance made. */
  readonly allowForeign?: boolean;
  /** A backup that no key of ours has authenticated. */
  readonly allowUnauthenticated?: boolean;
  /** The vault key that the backup was made with, where this engine does not have it. */
  readonly key?: string;
}

/** What a drill found. */
export interface DrillReport {
  readonly ok: boolean;
  readonly problems: readonly Says[];
  readonly durationMs: number;
}
