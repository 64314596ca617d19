import { isRefusal } from '../../kernel/refusal.ts';
import type { Says } from '../../kernel/says.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { say } from './says.ts';
import type { RestoreOutcome, RestoreStatus } from './model.ts';
import { backupPlan } from './plan.ts';
import { intentFrom, intentText, type RestoreIntent, type RestorePhase } from './restore-intent.ts';
import type { RestoreOutcomes } from './restore-outcomes.ts';
import type { Place, RestoreDisk } from './restore-port.ts';

export interface RestoreSwapDeps {
  readonly disk: RestoreDisk;
  readonly outcomes: RestoreOutcomes;
  readonly clock: Clock;
  readonly log: Log;
}

/** An engine that dies this often while it starts on the restored files cannot start on them. */
const MOST_STARTS = 3;

/**
 * Puts the files of a staged backup in the places of the present ones: all of them or none. It works while no database is
 * open and may be ended at any point; the next start goes on from the phase on disk. Until an engine has started on the
 * restored files the earlier ones are kept, and it can be undone.
 */
export class RestoreSwap {
  readonly #deps: RestoreSwapDeps;

  constructor(deps: RestoreSwapDeps) {
    this.#deps = deps;
  }

  /** The restore that was begun and has not ended. @throws Error if `restore.json` cannot be read */
  async pending(): Promise<RestoreIntent | null> {
    const text = await this.#deps.disk.intent();
    if (text === null) return null;
    const intent = intentFrom(text);
    if (!intent) throw new Error('restore.json does not describe a restore of this version of svc');
    return intent;
  }

  /**
   * From here on the restore happens, whatever dies. Its files are staged, and the engine has yet to stop.
   * @throws Refusal disk_full, storage_error
   */
  async begin(intent: Omit<RestoreIntent, 'phase' | 'starts'>): Promise<void> {
    await this.#deps.disk.setIntent(intentText({ ...intent, phase: 'aside', starts: 0 }));
  }

  /**
   * At a start, before any database is opened: goes on with a restore. `problem` says why the engine could not start on
   * the restored files; then it is undone.
   * @returns whether the engine starts on restored files, which `confirm` has to follow
   * @throws Error if neither the one nor the other is possible now; nothing is lost then
   */
  async goOn(problem: Says | null = null): Promise<boolean> {
    const { disk, log } = this.#deps;
    const found = await this.pending();
    if (!found) {
      await disk.clear().catch((error: unknown) => log.warn('files of a restore are left over', { error }));
      return false;
    }
    if (found.phase === 'keeping') {
      await this.#complete(found);
      return false;
    }
    let intent = found;
    if (intent.phase === 'opening') {
      const why = problem ?? (intent.starts < MOST_STARTS ? null : say('restore.dies'));
      if (why !== null) intent = await this.#enter(intent, 'out', why);
    }
    if (intent.phase === 'aside' && (await this.#isWithoutFiles(intent))) {
      await this.#end(intent, 'failed', say('restore.files-gone'));
      return false;
    }
    try {
      if (intent.phase === 'aside') {
        for (const name of namesOut(intent)) await this.#move(intent, name, 'live', 'aside');
        intent = await this.#synced(intent, 'aside', 'in');
      }
      if (intent.phase === 'in') {
        for (const name of namesIn(intent))
          if (!(await this.#move(intent, name, 'staged', 'live')) && !(await disk.has(intent, name, 'live')))
            throw new Error(`${name} of the backup is gone`);
        intent = await this.#synced(intent, 'live', 'opening');
      }
    } catch (error) {
      log.error('a restore could not go on and is undone', { operationId: intent.operationId, error });
      intent = await this.#enter(intent, intent.phase === 'aside' ? 'back' : 'out', whyOf(error));
    }
    if (intent.phase === 'opening') {
      await disk.setIntent(intentText({ ...intent, starts: intent.starts + 1 }));
      return true;
    }
    if (intent.phase === 'out') {
      for (const name of namesOut(intent)) await this.#move(intent, name, 'live', 'dropped');
      intent = await this.#synced(intent, 'dropped', 'back');
    }
    for (const name of namesOut(intent)) await this.#move(intent, name, 'aside', 'live');
    await disk.sync(intent, 'live');
    await this.#end(intent, 'undone');
    return false;
  }

  /**
   * The engine has started on the restored files: they stay, and the earlier ones are removed. An earlier workspace of
   * which something is in no backup is kept.
   */
  async confirm(): Promise<void> {
    const intent = await this.pending();
    if (intent?.phase !== 'opening') return;
    // From then on it cannot be undone: the workspace leaves the place from which it would be taken back.
    await this.#complete(intent.inNoBackup > 0 ? await this.#enter(intent, 'keeping') : intent);
  }

  /**
   * The backups that the last restore names: the one that was restored, and the safety backup.
   * @returns null while a restore goes on
   * @throws Error if `restore.json` cannot be read
   */
  async named(): Promise<readonly string[] | null> {
    if (await this.pending()) return null;
    const last = await this.#deps.outcomes.newest();
    return last ? [last.backupId, last.safetyBackupId] : [];
  }

  async #complete(intent: RestoreIntent): Promise<void> {
    const { inNoBackup, operationId } = intent;
    const { disk } = this.#deps;
    const name = `${WORKSPACE}-before-${operationId}`;
    const isKept = inNoBackup > 0 && (await disk.keep(intent, WORKSPACE, name));
    await this.#end(
      intent,
      'completed',
      isKept ? say('restore.workspace-kept', { entries: inNoBackup, name }) : undefined,
    );
  }

  /** Before the first move: without the files of the backup nothing has to be moved. */
  async #isWithoutFiles(intent: RestoreIntent): Promise<boolean> {
    const { disk } = this.#deps;
    for (const name of namesOut(intent)) if (await disk.has(intent, name, 'aside')) return false;
    for (const name of namesIn(intent)) if (!(await disk.has(intent, name, 'staged'))) return true;
    return false;
  }

  /** @returns whether there was something to move */
  async #move(intent: RestoreIntent, name: string, from: Place, to: Place): Promise<boolean> {
    const { disk } = this.#deps;
    const isThere = await disk.has(intent, name, from);
    if (isThere) await disk.move(intent, name, from, to);
    return isThere;
  }

  async #synced(intent: RestoreIntent, to: Place, phase: RestorePhase): Promise<RestoreIntent> {
    await this.#deps.disk.sync(intent, to);
    return await this.#enter(intent, phase);
  }

  async #enter(intent: RestoreIntent, phase: RestorePhase, problem?: Says): Promise<RestoreIntent> {
    const problems = problem === undefined ? intent.problems : [...intent.problems, problem];
    const next = { ...intent, phase, problems };
    await this.#deps.disk.setIntent(intentText(next));
    return next;
  }

  /** What became of it is on disk before anything of it is removed. */
  async #end(intent: RestoreIntent, status: RestoreStatus, problem?: Says): Promise<void> {
    const { disk, outcomes, clock, log } = this.#deps;
    const problems = problem === undefined ? intent.problems : [...intent.problems, problem];
    const endedAt = clock.now();
    await outcomes.record({ ...outcomeOf({ ...intent, problems }), status, endedAt });
    await disk.removeIntent();
    const told = { operationId: intent.operationId, backupId: intent.backupId, problems };
    if (status === 'completed') log.info('[svc:backup] a backup was restored', told);
    else log.error(`[svc:backup] a restore was ${status === 'failed' ? 'not done' : 'undone'}`, told);
    await disk.clear().catch((error: unknown) => log.warn('files of a restore are left over', { error }));
  }
}

/** While it goes on. */
export const outcomeOf = (intent: RestoreIntent): RestoreOutcome => ({
  operationId: intent.operationId,
  backupId: intent.backupId,
  status: 'running',
  startedAt: intent.startedAt,
  endedAt: null,
  restoredFiles: intent.restoredFiles,
  safetyBackupId: intent.safetyBackupId,
  problems: intent.problems,
});

const namesOut = ({ sets }: RestoreIntent): readonly string[] => sets.flatMap((set) => set.out);
const namesIn = ({ sets }: RestoreIntent): readonly string[] => sets.flatMap((set) => set.in);

const WORKSPACE = backupPlan.workspace;

const whyOf = (error: unknown): Says => {
  if (isRefusal(error)) return say('restore.because', { why: error.says });
  const { code } = error as { readonly code?: unknown };
  return say('restore.not-moved', { code: typeof code === 'string' ? code : null });
};
