import { worded } from '../../kernel/worded.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Words } from '../../ports/words.ts';
import type { TriggerChange, TriggerStore } from './store.ts';
import type { Due, DueTimes } from './due-times.ts';
import type { Trigger } from './model.ts';
import { sayOutcome as say } from './says.ts';

export interface AfterRestoreDeps {
  readonly journal: Journal<TriggerChange>;
  readonly store: Pick<TriggerStore, 'restored'>;
  readonly dueTimes: DueTimes;
  readonly words: Words;
  readonly clock: Clock;
}

/**
 * For startup, before anything is due: what was due between a backup and its restore is not made up for, because it may
 * have been done after the backup was made. Each trigger says so. Repeatable.
 * @throws the errors of the journal and the store
 */
export async function missWhatRestoresBringBack(deps: AfterRestoreDeps): Promise<void> {
  const { journal, store, words, clock } = deps;
  for (const { trigger, restoredAt } of await store.restored()) {
    const { triggerId, nextDueAt, watch } = trigger;
    const isPast = watch === null && nextDueAt !== null && nextDueAt <= restoredAt;
    const due = isPast ? dueBy(restoredAt, trigger, deps) : null;
    await journal.commit([
      {
        change: 'trigger.restored',
        triggerId,
        missedAt: due?.dueAt ?? null,
        missed: due?.missed ?? 0,
        reason: due && { code: 'restored', ...worded([say('outcome.due-before-restore')], words) },
        nextDueAt: due ? due.next : nextDueAt,
        at: clock.now(),
      },
    ]);
  }
}

/** Null if the schedule cannot be read any more; that is told when it is due. */
function dueBy(at: number, trigger: Trigger, { dueTimes }: Pick<AfterRestoreDeps, 'dueTimes'>): Due | null {
  try {
    return dueTimes.come(trigger, at);
  } catch {
    return null;
  }
}
