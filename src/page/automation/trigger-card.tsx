import type { VNode } from 'preact';
import { placeOfArea, placeOfThread } from '../app/place.ts';
import { isAway } from '../engine/away.ts';
import { dayAndTime, relative } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { Wrapping } from '../parts/wrapping.tsx';
import { StopButton } from '../running/stop-button.tsx';
import { automationWords as said } from '#words/automation.ts';
import { runNow, setEnabled, test } from './actions.ts';
import { doesOf, factsOf, isReminder, standingOf, whenOf } from './in-words.ts';
import { LastFire } from './last-fire.tsx';
import { isCutOff } from './outcome.ts';
import { readTriggers, type Trigger } from './triggers.ts';
import { said as saidBy } from '../engine/said.ts';

/** One automation: when it runs, what became of it, what it may do, and what can be done with it. */
export function TriggerCard({ trigger, isOpen = false }: { trigger: Trigger; isOpen?: boolean }): VNode {
  const { triggerId, title, mayDo, says, pausedReason, failuresInRow } = trigger;
  const standing = standingOf(trigger, isAway.value);
  const place = placeOfArea('automation', triggerId);
  const does = doesOf(trigger);
  return (
    <article class="card" aria-label={visible(title)}>
      <div class="head">
        {isOpen ? null : (
          <h3 dir="auto">
            <a href={place}>{visible(title)}</a>
          </h3>
        )}
        <p class="hint">{factsOf(trigger).join(' · ')}</p>
        <span class={`state is-${standing}`}>{said.states[standing]}</span>
      </div>
      <div class="when">
        <p>
          <Wrapping text={whenOf(trigger)} />
        </p>
        <Next trigger={trigger} />
      </div>
      {pausedReason === null ? null : (
        <p class="bad">{visible(said.paused(saidBy(says.pausedReason, pausedReason)))}</p>
      )}
      {standing === 'unconfirmed' ? null : <LastFire trigger={trigger} />}
      {failuresInRow > 1 && pausedReason === null ? <p class="hint">{said.failures(failuresInRow)}</p> : null}
      {isOpen ? null : (
        <ul class="may" aria-label={does}>
          {mayDo.map((one, nth) => (
            <li key={one} class="hint">
              {visible(saidBy(says.mayDo[nth], one))}
            </li>
          ))}
        </ul>
      )}
      <Actions trigger={trigger} isOpen={isOpen} />
    </article>
  );
}

function Next({ trigger: { confirmedAt, enabled, nextRunAt, running } }: { trigger: Trigger }): VNode | null {
  if (confirmedAt === null) return <p class="hint">{said.nextWhen.unconfirmed}</p>;
  if (!enabled) return <p class="hint">{said.nextWhen.paused}</p>;
  if (nextRunAt === null || (running && Date.parse(nextRunAt) < Date.now())) return null;
  return (
    <p>
      <time datetime={nextRunAt}>{said.next(dayAndTime(nextRunAt), relative(nextRunAt, Date.now()))}</time>
    </p>
  );
}

function Actions({ trigger, isOpen }: { trigger: Trigger; isOpen: boolean }): VNode {
  const { triggerId, title, confirmedAt, enabled, running, stoppable, threadId, lastRun } = trigger;
  const isAgain = lastRun !== null && isCutOff(lastRun);
  const [run, runNamed] = isReminder(trigger)
    ? [said.remind, said.remindNamed]
    : isAgain
      ? [said.again, said.againNamed]
      : [said.run, said.runNamed];
  const place = placeOfArea('automation', triggerId);
  if (confirmedAt === null && !isOpen)
    return (
      <div class="row">
        <a class="small primary" href={place} aria-label={visible(said.confirm.lookNamed(title))}>
          {said.confirm.look}
        </a>
      </div>
    );
  return (
    <div class="row">
      {running || confirmedAt === null ? null : (
        <button
          type="button"
          class={isAgain ? 'small primary' : 'small'}
          aria-label={visible(runNamed(title))}
          onClick={() => void runNow(trigger)}
        >
          {run}
        </button>
      )}
      {stoppable && !isAway.value ? (
        <StopButton id={triggerId} title={title} onStopped={() => void readTriggers()} />
      ) : null}
      {running ? null : (
        <button
          type="button"
          class="small"
          aria-label={visible(said.testNamed(title))}
          onClick={() => void test(trigger)}
        >
          {said.test}
        </button>
      )}
      {confirmedAt === null ? null : (
        <button
          type="button"
          class="small"
          aria-label={visible(enabled ? said.pauseNamed(title) : said.resumeNamed(title))}
          onClick={() => void setEnabled(trigger, !enabled)}
        >
          {enabled ? said.pause : said.resume}
        </button>
      )}
      {threadId === null ? null : (
        <a class="small" href={placeOfThread(threadId)} aria-label={visible(said.conversationNamed(title))}>
          {said.conversation}
        </a>
      )}
      {isOpen ? null : (
        <a class="small" href={place} aria-label={visible(said.detailsNamed(title))}>
          {said.details}
        </a>
      )}
    </div>
  );
}
