import type { NoticeChange } from '../notices/changes.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Journal } from '../ports/journal.ts';
import type { TriggerChange } from './changes.ts';
import type { Begun, EffectOfTrigger, Fire } from './effect.ts';
import { endOf, noticeOf, onlyATrial, type Verdict } from './outcomes.ts';

export interface NoticeEffectDeps {
  readonly journal: Journal<TriggerChange | NoticeChange>;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** A notice to the owner, in the commit of the fire. */
export class NoticeEffect implements EffectOfTrigger {
  readonly #deps: NoticeEffectDeps;

  constructor(deps: NoticeEffectDeps) {
    this.#deps = deps;
  }

  async begin({ trigger, begun, changed, trial }: Fire): Promise<Begun> {
    const { journal, ids, clock } = this.#deps;
    const { title, task, watch, triggerId } = trigger;
    const now = clock.now();
    const text = changed === null ? (task ?? title) : `${watch?.url ?? ''} has changed:\n\n${changed}`;
    const kind = changed === null ? 'reminder' : 'changed';
    const verdict: Verdict =
      trial === null
        ? {
            outcome: 'verified',
            reason: { code: 'notice_shown', text: 'The notice is in the list of what waits.' },
          }
        : {
            outcome: 'skipped',
            reason: onlyATrial,
            notCarriedOut: [{ tool: 'notify', input: text, says: 'Show you this notice.' }],
          };
    await journal.commit([
      begun,
      ...(trial === null ? [noticeOf(triggerId, { kind, title, text }, { now, ids })] : []),
      ...endOf(trigger, begun, verdict, { now, ids }),
    ]);
    return { ended: Promise.resolve(null) };
  }
}
