import type { ConfigService } from '../../instance/config/service.ts';
import type { Expiry } from '../../instance/expiry/service.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Catalogue } from './catalogue.ts';
import type { BackupRecord } from './model.ts';
import type { OneOperation } from './one-operation.ts';
import type { BackupFolders, BackupUploads } from './port.ts';
import type { RestoreSwap } from './restore-swap.ts';
import { expired } from './retention.ts';

export interface RetentionJobDeps {
  readonly operations: Pick<OneOperation, 'isRestoring' | 'isClosed'>;
  readonly folders: Pick<BackupFolders, 'remove'>;
  readonly catalogue: Catalogue;
  readonly uploads: Pick<BackupUploads, 'removed'>;
  /** A backup that a restore in progress uses is not deleted. */
  readonly swap: Pick<RestoreSwap, 'named'>;
  readonly config: Pick<ConfigService, 'current'>;
  readonly expiry: Pick<Expiry, 'past'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly log: Log;
  /** While a database is in memory only, there are none. */
  readonly isKept: boolean;
}

/**
 * Deletes backups that are too old: at the start, once a day, after each backup, and when doubts about the clock are
 * over. Which ones: `retention.ts`.
 */
export class RetentionJob {
  readonly #deps: RetentionJobDeps;
  readonly #list: () => Promise<readonly BackupRecord[]>;

  constructor(deps: RetentionJobDeps, list: () => Promise<readonly BackupRecord[]>) {
    this.#deps = deps;
    this.#list = list;
  }

  /**
   * Deletes what the settings no longer keep. While a restore or a drill goes on nothing is deleted.
   * @returns whether that was possible now
   */
  async prune(): Promise<boolean> {
    const { config, expiry, clock, folders, log, swap, operations } = this.#deps;
    const named = await swap.named();
    const days = config.current().values.backup_retention_days ?? 0;
    const backups = [];
    for (const one of await this.#list())
      backups.push({ ...one, fetchedAt: (await this.#deps.catalogue.of(one.backupId)).fetchedAt });
    const past = days === 0 ? null : expiry.past(days * DAY_MS);
    for (const backupId of expired(backups, past, clock.now(), new Set(named))) {
      if (named === null || operations.isRestoring || operations.isClosed) return false;
      const failed = backups.some((one) => one.backupId === backupId && one.status === 'failed');
      await folders.remove({ backupId, failed });
      await this.forget(backupId);
      log.info('a backup was deleted because of its age', { backupId });
    }
    return true;
  }

  /** Deletes old backups now and once a day, until `signal` aborts. Never rejects. */
  async pruneDaily(signal: AbortSignal): Promise<void> {
    const { clock, isKept } = this.#deps;
    while (isKept && !signal.aborted) {
      const isDone = await this.pruned();
      await clock.sleep(isDone ? DAY_MS : MINUTE_MS, signal);
    }
  }

  /**
   * Like `prune`, but never rejects: a failure is logged, and the next attempt is a day later.
   * @returns false if nothing could be deleted just now, so that it is tried again in a minute
   */
  async pruned(): Promise<boolean> {
    try {
      return await this.prune();
    } catch (error) {
      this.#deps.log.warn('old backups could not be deleted', { error });
      return true;
    }
  }

  /** Forgets a backup whose files are gone. Repeatable. @throws Refusal disk_full, storage_error */
  async forget(backupId: string): Promise<void> {
    await this.#deps.catalogue.forget(backupId);
    await this.#deps.uploads.removed(backupId);
  }
}
