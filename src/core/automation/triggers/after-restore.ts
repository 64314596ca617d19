import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { TriggerChange, TriggerStore } from './store.ts';
import type { Due, DueTimes } from './due-times.ts';
import type { Reason, Trigger } from './model.ts';

export interface AfterRestoreDeps {
  readonly journal: Journal<TriggerChange>;
  readonly store: Pick<TriggerStore, 'restored'>;
  readonly dueTimes: DueTimes;
  readonly clock: Clock;
}

/**
 * For startup, before anything is due: what was due between a backup and its restore is not made up for, because it may
 * have been done after the backup was made. Each trigger says so. Repeatable.
 * @throws the errors of the journal and the store
 */
export async function missWhatRestoresBringBack(deps: AfterRestoreDeps): Promise<void> {
  const { journal, store, clock } = deps;
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
        reason: due && RESTORED,
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

const RESTORED: Reason = {
  code: 'restored',
  text: 'It was due before a backup was restored, and may have been done already. Run it now if it is still wanted.',
};
