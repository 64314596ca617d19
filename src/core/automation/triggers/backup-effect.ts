import { aborted } from '../../kernel/abort.ts';
import type { BackupRecord } from '../../keeping/backups/model.ts';
import type { BackupService } from '../../keeping/backups/service.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { TriggerChange } from './store.ts';
import type { Begun, EffectOfTrigger, Fire } from './effect.ts';
import { triggerLimits } from './limits.ts';
import { failedWith, interrupted, onlyATrial, type Verdict } from './outcomes.ts';
import { say } from './says.ts';
import type { Words } from '../../ports/words.ts';

export interface BackupEffectDeps {
  readonly journal: Journal<TriggerChange>;
  readonly backups: Pick<BackupService, 'made' | 'free'>;
  readonly clock: Clock;
  readonly words: Words;
}

/** A backup of everything. There is no point at which it can be stopped. */
export class BackupEffect implements EffectOfTrigger {
  readonly #deps: BackupEffectDeps;

  constructor(deps: BackupEffectDeps) {
    this.#deps = deps;
  }

  async begin({ begun, trial }: Fire): Promise<Begun> {
    await this.#deps.journal.commit([begun]);
    if (trial !== null) {
      trial({ tool: 'backup', input: 'a backup of everything', says: [say('trial.backup', {})] });
      return { ended: Promise.resolve({ outcome: 'skipped', reason: onlyATrial }) };
    }
    // An engine that stops ends the backup.
    const failed = async (error: unknown): Promise<Verdict> =>
      (await this.#deps.backups.free()) ? failedVerdict(error, this.#deps.words) : interrupted;
    return { ended: this.#made().then(madeVerdict, failed) };
  }

  /** Another operation on backups is waited for. */
  async #made(): Promise<BackupRecord> {
    const { backups, clock } = this.#deps;
    const deadline = clock.deadline(triggerLimits.backupWaitMs);
    try {
      for (;;)
        try {
          return await backups.made('scheduled');
        } catch (error) {
          const isBusy = isRefusal(error) && error.code === 'operation_in_progress';
          const mayBegin = isBusy && (await Promise.race([backups.free(), aborted(deadline.signal)]));
          if (mayBegin !== true) throw error;
        }
    } finally {
      deadline.cancel();
    }
  }
}

const madeVerdict = ({ backupId, warning }: BackupRecord): Verdict => ({
  outcome: 'verified',
  reason: {
    code: 'backup_complete',
    text: `The backup ${backupId} was made; its copy was opened and checked.${warning === null ? '' : ` ${warning}`}`,
  },
});

const failedVerdict = (error: unknown, { inEnglish }: Words): Verdict =>
  failedWith({
    code: isRefusal(error) ? error.code : 'internal',
    text: isRefusal(error) ? inEnglish(error.says) : 'The backup failed. The log of the engine says why.',
  });
