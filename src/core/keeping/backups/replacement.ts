import type { DataName } from '../../instance/data-directory/inventory.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Says } from '../../kernel/says.ts';
import type { WriteGate } from '../../kernel/write-gate.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { Restarting } from '../../ports/restarting.ts';
import type { Words } from '../../ports/words.ts';
import type { ReplacedKind } from './model.ts';
import { unusable } from './restore-checks.ts';
import type { OneOperation } from './one-operation.ts';
import type { Operation } from './operation.ts';
import { backupPlan } from './plan.ts';
import type { FileSet } from './restore-plan.ts';
import type { RestoreDisk } from './restore-port.ts';
import type { RestoreSwap } from './restore-swap.ts';
import type { BackupService } from './service.ts';
import { say } from './says.ts';

export interface ReplacementDeps {
  readonly operations: OneOperation;
  readonly backups: Pick<BackupService, 'made' | 'prepare'>;
  readonly disk: RestoreDisk;
  readonly swap: RestoreSwap;
  /** Null where the engine cannot restart. */
  readonly restart: Restarting | null;
  readonly gate: Pick<WriteGate, 'refuseWrites' | 'allowWrites'>;
  readonly words: Words;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

/** What was staged, and takes the place of what is there. */
export interface StagedFiles {
  readonly sets: readonly FileSet[];
  readonly restoredFiles: number;
  /** What of the backup is not put back. */
  readonly leftOut?: readonly Says[];
  /** The last word, once nothing is written any more. @throws Refusal to leave everything as it is */
  readonly confirm?: () => Promise<void>;
  /** Takes back what staging has taken; called if the replacement fails. */
  readonly release?: () => void;
}

export interface Staging {
  readonly operation: Operation;
  readonly operationId: string;
  readonly startedAt: number;
  /** @throws Refusal backup_unusable if one of these cannot be moved */
  readonly confirmMovable: (sets: readonly FileSet[]) => Promise<void>;
}

/**
 * Replaces what is in the data directory by what was staged beside it: all or nothing, whatever dies. First it is staged.
 * Then the engine takes no new work, and the safety backup is made: what it was given before is in there, and everything
 * later is refused. The engine restarts, and `RestoreSwap` moves the files while no database is open.
 */
export class Replacement {
  readonly #deps: ReplacementDeps;

  constructor(deps: ReplacementDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves once it is on disk that the replacement happens. If the safety backup fails, the engine restarts on what is
   * there. `backupId`: what it is of; without one it gets an id of its own.
   * `kind`: of the safety backup.
   * @returns the id under which its outcome is told
   * @throws Refusal operation_in_progress, backup_space, backup_folder, disk_full, storage_error, and what `stage` throws
   */
  async begin(
    backupId: string | null,
    kind: ReplacedKind,
    stage: (staging: Staging) => Promise<StagedFiles>,
  ): Promise<string> {
    const { operations, restart, gate, ids, log } = this.#deps;
    const operation = operations.begin('restoring', backupId ?? undefined);
    const operationId = ids.next();
    let isQuiet = false;
    try {
      await this.#begun(operationId, operation, { kind, stage }, async () => {
        isQuiet = true;
        await restart?.quiet();
      });
    } catch (error) {
      if (isQuiet) operations.close();
      operations.end(operation);
      gate.allowWrites();
      if (isQuiet) restart?.begin('restoring');
      const why = isRefusal(error) ? { code: error.code } : { error };
      const about = { backupId: operation.backupId, ...why };
      if (isRefusal(error)) log.info('[svc:backup] a restore was refused', about);
      else log.error('[svc:backup] a restore failed before anything was changed', about);
      throw error;
    }
    // Nothing begins beside it any more; the operation ends, so that the engine can.
    operations.close();
    operations.end(operation);
    restart?.begin('restoring');
    return operationId;
  }

  async #begun(
    operationId: string,
    operation: Operation,
    {
      kind,
      stage,
    }: { readonly kind: ReplacedKind; readonly stage: (staging: Staging) => Promise<StagedFiles> },
    quiet: () => Promise<void>,
  ): Promise<void> {
    const { backups, gate, disk, swap, restart, clock, log } = this.#deps;
    const startedAt = clock.now();
    let release = (): void => undefined;
    try {
      const confirmMovable = async (sets: readonly FileSet[]) => await this.#confirmMovable(sets);
      const staged = await stage({ operation, operationId, startedAt, confirmMovable });
      release = staged.release ?? release;
      const { restoredFiles } = staged;
      const sets = await disk.ready(operationId, staged.sets, {
        onProgress: operation.report,
        signal: operation.signal,
      });
      if (!restart) throw new Error('this engine cannot restart');
      // What can be refused is refused before runs are ended.
      await backups.prepare();
      await quiet();
      const safety = await backups.made(kind, {
        within: operation,
        pinned: () => gate.refuseWrites('restoring'),
      });
      await staged.confirm?.();
      await swap.begin({
        operationId,
        backupId: operation.backupId,
        safetyBackupId: safety.backupId,
        startedAt,
        restoredFiles,
        inNoBackup: sets.some(({ out }) => out.includes(backupPlan.workspace)) ? safety.skipped : 0,
        sets: [...sets, CLOCK],
        problems: staged.leftOut ?? [],
      });
    } catch (error) {
      release();
      // A failed write of the intent may have reached the disk. Only without it may the staged files go.
      await disk
        .removeIntent()
        .then(() => disk.clear())
        .catch((failure: unknown) => log.warn('files of a restore are left over', { error: failure }));
      throw error;
    }
  }

  async #confirmMovable(sets: readonly FileSet[]): Promise<void> {
    const other = await this.#deps.disk.elsewhere(sets.flatMap((set) => set.out));
    if (other !== null)
      throw unusable(
        'other_file_system',
        [say('restore.other-file-system', { name: other })],
        this.#deps.words,
      );
  }
}

/** What comes in is older than this machine knows: nothing of it is deleted for its age before its owner has used it. */
const CLOCK: FileSet = { out: ['clock.json' satisfies DataName], in: [] };
