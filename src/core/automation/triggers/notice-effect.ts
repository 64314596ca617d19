import type { Expiry } from '../../instance/expiry/service.ts';
import type { NoticeChange } from '../notices/store.ts';
import type { Clock } from '../../ports/clock.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Quoted, Says } from '../../kernel/says.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Words } from '../../ports/words.ts';
import type { TriggerChange } from './store.ts';
import type { Begun, EffectOfTrigger, Fire } from './effect.ts';
import { changesIn } from './changes-in.ts';
import { endOf, noticeOf, onlyATrial, type Verdict } from './outcomes.ts';
import { say as sayNotice } from '../notices/says.ts';
import { say, sayOutcome } from './says.ts';

export interface NoticeEffectDeps {
  readonly journal: Journal<TriggerChange | NoticeChange>;
  readonly expiry: Pick<Expiry, 'past'>;
  readonly words: Words;
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
    const { journal, ids, words, clock, expiry } = this.#deps;
    const { title, task, watch } = trigger;
    const now = clock.now();
    const text =
      changed === null
        ? [sayNotice('notice.own', { own: quote(task ?? title) })]
        : [ofPage({ task, url: watch?.url ?? '', said: changed, isChange })];
    const kind = changed === null ? 'reminder' : 'changed';
    const verdict: Verdict =
      trial === null
        ? {
            outcome: 'verified',
            reason: { code: 'notice_shown', says: [sayOutcome('outcome.notice-shown')] },
          }
        : {
            outcome: 'skipped',
            reason: onlyATrial,
            notCarriedOut: [{ tool: 'notify', input: words.inEnglish(text), says: [say('trial.notice')] }],
          };
    const telling = { now, ids, words };
    await journal.commit([
      begun,
      ...(trial === null
        ? [
            noticeOf(
              trigger,
              { kind, title: [sayNotice('notice.own', { own: quote(title) })], text },
              telling,
            ),
          ]
        : []),
      ...endOf(trigger, begun, verdict, { ...telling, expiry }),
    ]);
    return { ended: Promise.resolve(null) };
  }
}

interface LookedAt {
  /** What the owner wanted to be told. */
  readonly task: string | null;
  readonly url: string;
  readonly said: string;
  readonly isChange: boolean;
}

function ofPage({ task, url, said, isChange }: LookedAt): Says {
  const about = { own: quotedOrNull(task), address: quote(url) };
  if (!isChange) return sayNotice('notice.page-unchanged', { ...about, text: quote(said) });
  const { added, gone } = changesIn(said);
  return sayNotice('notice.page-changed', {
    ...about,
    added: quotedOrNull(added),
    gone: quotedOrNull(gone),
  });
}

const quotedOrNull = (text: string | null): Quoted | null => (text ? quote(text) : null);
