// Room: copies of backups in the owner's drive. An entry has its id before it is made, so every call can
// be repeated; nothing is deleted that the drive does not call ours and the user's.

import type { Says } from '../../../kernel/says.ts';

/**
 * - `none`: it is not for the drive: it was made for safety, or before uploads were on.
 * - `skipped`: `reasons` say which of the conditions did not hold.
 * - `pending`: it waits for its turn, or for another try.
 * - `uploading`: it is on its way.
 * - `complete`: all of it is in the drive, its checksums compared, the manifest last.
 * - `failed`: `problem` says why; it is tried again by itself.
 */
export const UPLOAD_STATUSES = ['none', 'skipped', 'pending', 'uploading', 'complete', 'failed'] as const;
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

/** Why nothing was sent (specification › Backup operations and cloud-drive upload). */
export const UPLOAD_REASONS = [
  'hosted',
  'off',
  'not_connected',
  'scope_missing',
  'not_encrypted',
  'no_key',
  'paused',
  'failed',
] as const;
export type UploadReason = (typeof UPLOAD_REASONS)[number];

/** The upload of one backup, as surfaces show it. */
export interface UploadState {
  readonly status: UploadStatus;
  readonly reasons: readonly UploadReason[];
  /** What the last try met; null if nothing. */
  readonly problem: readonly Says[] | null;
  /** Milliseconds since the epoch. */
  readonly uploadedAt: number | null;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** What must hold for an upload, as it is now. */
export interface UploadConditions {
  readonly isHosted: boolean;
  readonly isOn: boolean;
  readonly isConnected: boolean;
  readonly hasScope: boolean;
  readonly isEncrypted: boolean;
  readonly hasKey: boolean;
  readonly isPaused: boolean;
}

/** Why a backup may not be uploaded: empty if it may. What follows from a missing connection is not named beside it. */
export function hindrances(now: UploadConditions): readonly UploadReason[] {
  const found: UploadReason[] = [];
  if (now.isHosted) found.push('hosted');
  if (!now.isOn) found.push('off');
  if (!now.isConnected) found.push('not_connected');
  else if (!now.hasScope) found.push('scope_missing');
  if (!now.hasKey) found.push('no_key');
  else if (!now.isEncrypted) found.push('not_encrypted');
  if (now.isPaused) found.push('paused');
  return found;
}

/** Why a deletion at a disconnect is not complete. */
export const DELETION_REASONS = [
  'list_failed',
  'delete_failed',
  'unknown_owner',
  'time_limit',
  'upload_in_progress',
] as const;
export type DeletionReason = (typeof DELETION_REASONS)[number];

/**
 * - `skipped`: it was not asked for.
 * - `unchecked`: there is no access to the drive, so nothing was looked at.
 * - `none`: there was nothing to delete.
 * - `deleted`: everything that is ours is gone.
 * - `degraded`: `reasons` say what is left.
 */
export const DELETION_STATUSES = ['skipped', 'none', 'deleted', 'degraded', 'unchecked'] as const;

export interface Deletion {
  readonly status: (typeof DELETION_STATUSES)[number];
  /** Files. */
  readonly deleted: number;
  /** Folders that were looked at: they all stay. */
  readonly foldersKept: number;
  readonly reasons: readonly { readonly code: DeletionReason; readonly says: Says }[];
}

/** A backup that lies in the drive. */
export interface DriveBackup {
  readonly backupId: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly sizeBytes: number;
  readonly fileCount: number;
  /** Whether its manifest is there, which is uploaded last. */
  readonly isComplete: boolean;
  /** Whether it is in the backup folder of this machine too. */
  readonly isHere: boolean;
}
