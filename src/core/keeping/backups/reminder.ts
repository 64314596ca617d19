import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';
import { isOfReplaced, type BackupRecord } from './model.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The time in which a new owner is not reminded yet. */
const FIRST_DAYS = 7;
/** The age from which the newest good backup is too old. */
const OLD_DAYS = 14;

type Reminding = Pick<BackupRecord, 'createdAt' | 'kind' | 'status' | 'own'>;

/**
 * Why the owner should make a backup; null if there is no reason. A backup counts once it was checked; one
 * made before a restore does not, because it holds what the restore replaced.
 * @param inUseSince when the oldest conversation began; null if there is none
 */
export function reminderOf(
  backups: readonly Reminding[],
  inUseSince: number | null,
  now: number,
): Says | null {
  const good = backups.filter(({ own, status, kind }) => own && status === 'complete' && !isOfReplaced(kind));
  const newest = Math.max(...good.map(({ createdAt }) => createdAt));
  if (good.length > 0) {
    const days = Math.floor((now - newest) / DAY_MS);
    return days > OLD_DAYS ? say('backup.old', { days }) : null;
  }
  if (inUseSince === null || now - inUseSince < FIRST_DAYS * DAY_MS) return null;
  return backups.some(({ status }) => status !== 'running') ? say('backup.none_good') : say('backup.none');
}
