import { worded } from '../../kernel/worded.ts';
import type { PersonId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Words } from '../../ports/words.ts';
import { OUT } from '../../execution/runs/model.ts';
import type { TriggerChange, TriggerStore } from './store.ts';
import type { Due, DueTimes } from './due-times.ts';
import type { Trigger } from './model.ts';
import { sayOutcome as say } from './says.ts';

export interface MissingDeps {
  readonly journal: Journal<TriggerChange>;
  readonly store: Pick<TriggerStore, 'restored' | 'dueOf'>;
  readonly dueTimes: DueTimes;
  readonly words: Words;
  readonly clock: Clock;
}

/**
 * For startup, before anything is due: what was due between a backup and its restore is not made up for, because it may
 * have been done after the backup was made. Each trigger says so. Repeatable.
 * @throws the errors of the journal and the store
 */
export async function missWhatRestoresBringBack(deps: MissingDeps): Promise<void> {
  const { journal, store, words, clock } = deps;
  for (const { trigger, restoredAt } of await store.restored()) {
    const { triggerId, nextDueAt, watch } = trigger;
    const isPast = watch === null && nextDueAt !== null && nextDueAt <= restoredAt;
    const due = isPast ? dueBy(restoredAt, trigger, deps) : null;
    await journal.commit([
      {
        change: 'trigger.missed',
        triggerId,
        missedAt: due?.dueAt ?? null,
        missed: due?.missed ?? 0,
        missedBecause: 'restored',
        reason: due && { code: 'restored', ...worded([say('outcome.due-before-restore')], words) },
        nextDueAt: due ? due.next : nextDueAt,
        at: clock.now(),
      },
    ]);
  }
}

/**
 * What was due for a person while they were disabled is not made up for, and each of their triggers says so. A page that
 * is watched is looked at when it would be next. For before they are enabled; repeatable.
 * @throws the errors of the journal and the store
 */
export async function missWhileDisabled(person: PersonId, deps: MissingDeps): Promise<void> {
  const { journal, store, words, clock } = deps;
  const now = clock.now();
  const changes = (await store.dueOf(person, now)).flatMap((trigger): readonly TriggerChange[] => {
    const due = dueBy(now, trigger, deps);
    if (due === null) return [];
    const { triggerId, watch } = trigger;
    const reason = { code: OUT.disabled.code, ...worded([say('outcome.person-disabled')], words) };
    return [
      {
        change: 'trigger.missed',
        triggerId,
        missedAt: watch === null ? due.dueAt : null,
        missed: due.missed,
        missedBecause: 'disabled',
        reason,
        nextDueAt: due.next,
        at: now,
      },
    ];
  });
  await journal.commit(changes);
}

/** Null if the schedule cannot be read any more; that is told when it is due. */
function dueBy(at: number, trigger: Trigger, { dueTimes }: Pick<MissingDeps, 'dueTimes'>): Due | null {
  try {
    return dueTimes.come(trigger, at);
  } catch {
    return null;
  }
}
