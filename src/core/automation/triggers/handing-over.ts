import type { InFlight } from '../../conversation/background/port.ts';
import { refuse as refuseThread } from '../../conversation/threads/errors.ts';
import type { ThreadStore } from '../../conversation/threads/store.ts';
import { triggerId as asTriggerId } from '../../kernel/ids.ts';
import type { Handable } from '../../trust/handover/port.ts';
import { refuse } from './errors.ts';
import type { TriggerService } from './service.ts';
import type { TriggerStore } from './store.ts';

export interface HandableTriggersDeps {
  readonly triggers: Pick<TriggerService, 'get'>;
  readonly store: Pick<TriggerStore, 'get'>;
  readonly inFlight: InFlight;
  /** Its conversation goes with it. */
  readonly threads: Pick<ThreadStore, 'get'>;
  readonly conversations: Pick<Handable, 'whileIdle'>;
}

/** Triggers, for who hands one over: not while one fires. */
export const handableTriggers = ({
  triggers,
  store,
  inFlight,
  threads,
  conversations,
}: HandableTriggersDeps): Handable => ({
  meant: async (person, text) => {
    const { trigger } = await triggers.get(text, { person, role: 'member' });
    return { id: trigger.triggerId, title: trigger.title };
  },

  whileIdle: async (person, id, work) => {
    const trigger = await store.get(person, asTriggerId(id));
    if (!trigger) throw refuse.trigger_not_found();
    const { triggerId, title, effect, threadId } = trigger;
    // Its place: while this has it, it does not fire.
    const place = {
      of: 'trigger',
      id: triggerId,
      runId: null,
      title,
      effect,
      startedAt: 0,
      stop: null,
    } as const;
    const leave = inFlight.begin({ ...place, personId: person });
    if (leave === null) throw refuseThread.run_in_progress({ runId: inFlight.of(triggerId)?.runId ?? null });
    try {
      const isTheirs = threadId !== null && (await threads.get(person, threadId)) !== null;
      return await (isTheirs ? conversations.whileIdle(person, threadId, work) : work({ threadId: null }));
    } finally {
      leave();
    }
  },
});
