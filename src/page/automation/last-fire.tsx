import type { VNode } from 'preact';
import { isAway } from '../engine/away.ts';
import { relative, shortMoment } from '../parts/format.ts';
import { automationWords as said } from '#words/automation.ts';
import { FireReason, MissedBefore, OutcomeMark } from './fire-outcome.tsx';
import { neverOf } from './in-words.ts';
import type { Trigger } from './triggers.ts';

/** What became of it the last time. */
export function LastFire({ trigger }: { trigger: Trigger }): VNode {
  const { lastRun, title, threadId } = trigger;
  if (lastRun === null) return <p class="hint">{neverOf(trigger)}</p>;
  const when = lastRun.endedAt ?? lastRun.startedAt;
  return (
    <div class="last">
      <p>
        {lastRun.endedAt === null && !isAway.value ? said.now : said.last}{' '}
        <OutcomeMark fire={lastRun} isReminder={trigger.effect === 'notify'} />{' '}
        <time class="hint" datetime={when} title={shortMoment(when)}>
          {relative(when, Date.now())}
        </time>
      </p>
      <FireReason fire={lastRun} title={title} threadId={threadId} isOpen />
      <MissedBefore fire={lastRun} />
    </div>
  );
}
