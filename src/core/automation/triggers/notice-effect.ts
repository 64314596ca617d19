import type { Expiry } from '../../instance/expiry/service.ts';
import type { NoticeChange } from '../notices/store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { TriggerChange } from './store.ts';
import type { Begun, EffectOfTrigger, Fire } from './effect.ts';
import { changedWords } from './changed-words.ts';
import { endOf, noticeOf, onlyATrial, type Verdict } from './outcomes.ts';
import { say } from './says.ts';

export interface NoticeEffectDeps {
  readonly journal: Journal<TriggerChange | NoticeChange>;
  readonly expiry: Pick<Expiry, 'past'>;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** A notice to the owner, in the commit of the fire. */
export class NoticeEffect implements EffectOfTrigger {
  readonly #deps: NoticeEffectDeps;

  constructor(deps: NoticeEffectDeps) {
    this.#deps = deps;
  }

  async begin({ trigger, begun, changed, isChange, trial }: Fire): Promise<Begun> {
    const { journal, ids, clock, expiry } = this.#deps;
    const { title, task, watch, triggerId } = trigger;
    const now = clock.now();
    const text =
      changed === null
        ? (task ?? title)
        : [...(task === null ? [] : [task]), ofPage(watch?.url ?? '', changed, isChange)].join('\n\n');
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
            notCarriedOut: [{ tool: 'notify', input: text, says: [say('trial.notice', {})] }],
          };
    await journal.commit([
      begun,
      ...(trial === null ? [noticeOf(triggerId, { kind, title, text }, { now, ids })] : []),
      ...endOf(trigger, begun, verdict, { now, ids, expiry }),
    ]);
    return { ended: Promise.resolve(null) };
  }
}

const ofPage = (url: string, said: string, isChange: boolean): string =>
  isChange
    ? `${url} has changed.\n\n${changedWords(said)}`.trimEnd()
    : `${url} has not changed, and says this:\n\n${said}`;
