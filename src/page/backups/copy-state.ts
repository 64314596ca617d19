// What is said of the copy of a backup in the drive. Nothing here touches the document or the engine.
import { worded } from '../engine/failure.ts';
import { moment } from '../parts/format.ts';
import { whyNot } from '../settings/google/standing.ts';
import { googleWords } from '#words/google.ts';
import type { Backup } from './state.ts';

const said = googleWords.copies;

export interface DriveState {
  readonly isConnected: boolean;
  /** Whether an upload may begin now. */
  readonly canUpload: boolean;
}

type Copied = Pick<Backup, 'upload' | 'status' | 'says'>;

/** Where the copy is, in words; '' where the drive plays no part. */
export function copyWords({ upload, status, says }: Copied, { isConnected }: DriveState): string {
  const { reasons, problem, uploadedAt } = upload;
  switch (upload.status) {
    case 'complete':
      return said.complete(moment(uploadedAt ?? ''));
    case 'uploading':
      return said.uploading;
    case 'pending':
      return said.pending;
    case 'failed':
      return said.failed(worded(problem ?? '', says.uploadProblem)).replace('  ', ' ');
    case 'skipped':
      // The owner has switched copies off, so that is no news; it is only said where the backup is.
      if (reasons.includes('off')) return isConnected ? said.here : '';
      return said.skipped(whyNot(reasons));
    case 'none':
      return isConnected && status !== 'running' ? said.here : '';
  }
}

/** Whether it can be sent by hand: it is for the drive, is not there, and an upload may begin. */
export const canSend = (
  { upload, status, kind, own, encrypted }: Copied & Pick<Backup, 'kind' | 'own' | 'encrypted'>,
  { canUpload }: DriveState,
): boolean =>
  canUpload &&
  own &&
  encrypted &&
  (status === 'complete' || status === 'unverified') &&
  (kind === 'manual' || kind === 'scheduled') &&
  (upload.status === 'failed' || upload.status === 'skipped' || upload.status === 'none');

/** How long nothing of the uploads is expected to change, in milliseconds. An upload in progress tells of itself. */
export function uploadsPauseMs(backups: readonly Pick<Backup, 'upload'>[]): number {
  const has = (status: Backup['upload']['status']) => backups.some(({ upload }) => upload.status === status);
  return has('pending') ? 2_000 : has('uploading') ? 5_000 : Infinity;
}
