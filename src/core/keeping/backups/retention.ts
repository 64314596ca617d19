import { timeOf } from './backup-id.ts';
import { isPast, type Past } from '../../instance/expiry/model.ts';
import { backupLimits } from './limits.ts';
import { isOfReplaced, type BackupRecord } from './model.ts';

type Kept = Pick<BackupRecord, 'backupId' | 'kind' | 'status' | 'own'> & {
  /** When it came home from a drive: its age counts from then. */
  readonly fetchedAt?: number | undefined;
};

/**
 * Decides which backups are deleted, by the setting backup_retention_days (specification › Configuration);
 * `RetentionJob` says when. Never the newest good one, nothing dated in the future, and nothing of another instance. Of
 * those made before a restore or a migration the newest few stay, whatever their age; further ones go. Those in `keep`
 * stay in any case.
 * @param past what the setting no longer keeps; null: it keeps all. After the clock jumped it names nothing for some
 *   days (instance/expiry), so that then only further backups of the kind above are deleted
 */
export function expired(
  backups: readonly Kept[],
  past: Past | null,
  now: number,
  keep: ReadonlySet<string> = new Set(),
): readonly string[] {
  const own = backups
    .filter(({ own: isOwn, status }) => isOwn && status !== 'running')
    .map((backup) => ({ ...backup, at: timeOf(backup.backupId) ?? Infinity }))
    .filter(({ at }) => at <= now)
    .toSorted((one, other) => other.at - one.at);
  const newestGood = own.find(({ status }) => status === 'complete')?.backupId;
  const safety = own.filter(({ kind }) => isOfReplaced(kind) || kind === 'before_migration');
  const surplus = new Set(safety.slice(backupLimits.safetyBackups));
  const isOld = ({ at, fetchedAt = at }: { readonly at: number; readonly fetchedAt?: number | undefined }) =>
    past !== null && isPast(past, Math.max(at, fetchedAt));
  return own
    .filter((one) => one.backupId !== newestGood && !keep.has(one.backupId))
    .filter((one) => surplus.has(one) || (isOld(one) && !safety.includes(one)))
    .map(({ backupId }) => backupId);
}
