import { isRefusal } from '../../kernel/refusal.ts';
import type { Says } from '../../kernel/says.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BackupKeys } from './key.ts';
import type { DrillReport } from './model.ts';
import type { OneOperation } from './one-operation.ts';
import type { Operation } from './operation.ts';
import type { BackupWork } from './port.ts';
import type { RestoreService } from './restore-service.ts';
import type { BackupService } from './service.ts';

export interface DrillServiceDeps {
  readonly operations: OneOperation;
  readonly restores: Pick<RestoreService, 'staged'>;
  readonly backups: Pick<BackupService, 'proven'>;
  readonly work: BackupWork;
  readonly keys: BackupKeys;
  readonly clock: Clock;
}

/** Tries restores: an engine starts on the restored files in a scratch folder, in a process of its own. */
export class DrillService {
  readonly #deps: DrillServiceDeps;

  constructor(deps: DrillServiceDeps) {
    this.#deps = deps;
  }

  /**
   * A backup that cannot be restored is a finding. What was proven is noted with the backup.
   * @throws Refusal backup_not_found, operation_in_progress, backup_space, backup_folder, disk_full, storage_error
   */
  async drill(backupId: string): Promise<DrillReport> {
    const { operations, backups, clock } = this.#deps;
    const operation = operations.begin('restoring', backupId);
    const startedAt = clock.monotonic();
    try {
      const problems = await this.#problemsOf(backupId, operation);
      if (problems.length === 0) await backups.proven(backupId);
      const durationMs = Math.round(clock.monotonic() - startedAt);
      return { ok: problems.length === 0, problems, durationMs };
    } finally {
      operations.end(operation);
    }
  }

  async #problemsOf(backupId: string, operation: Operation): Promise<readonly Says[]> {
    const { restores, work, keys } = this.#deps;
    try {
      return await restores.staged(backupId, operation, async (folder, { manifest }) => {
        const vaultKey = manifest.keyId === null ? null : keys.text(manifest.keyId);
        return await work.drill({ folder, manifest, vaultKey }, operation.report, operation.signal);
      });
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'backup_unusable') throw error;
      return error.facts['found'] as readonly Says[];
    }
  }
}
