import type { VNode } from 'preact';
import { placeOfArea, placeOfThread } from '../app/place.ts';
import { isAway } from '../engine/away.ts';
import type { IconName } from '../parts/icon.tsx';
import { moment } from '../parts/format.ts';
import { OutcomeWord } from '../parts/outcome-word.tsx';
import { visible } from '../parts/visible.ts';
import { automationWords as said } from '#words/automation.ts';
import { partOfRun } from '../workflows/places.ts';
import { partsOf } from './input-parts.ts';
import { outcomeOf, type OutcomeName } from './outcome.ts';
import type { Fire } from './triggers.ts';
import { EngineText } from '../parts/engine-text.tsx';
import { worded } from '../engine/failure.ts';
import { said as saidBy } from '../engine/said.ts';

const ICONS: Readonly<Partial<Record<OutcomeName, IconName>>> = {
  verified: 'check',
  failed: 'cross',
  interrupted: 'cross',
  waiting: 'question',
};

/** How many due times before it passed without it, and why. */
export const MissedBefore = ({ fire: { missed, missedReason } }: { fire: Fire }): VNode | null =>
  missed === 0 ? null : (
    <p class="hint">
      {said.missed(missed)} <EngineText text={worded(missedReason?.text ?? '', missedReason?.says)} />
    </p>
  );

/** What became of one time that it ran, in a word with its mark. */
export function OutcomeMark({ fire, isReminder = false }: { fire: Fire; isReminder?: boolean }): VNode {
  const { name, tone, words } = outcomeOf(fire, isAway.value, isReminder);
  const icon = ICONS[name];
  return <OutcomeWord tone={tone} words={words} {...(icon ? { icon } : {})} />;
}

/** Why, where its question is answered, the run of its workflow, and what a test would have done. */
export function FireReason({
  fire,
  title,
  threadId,
  isOpen = false,
}: {
  fire: Fire;
  title: string;
  threadId: string | null;
  /** What a test would have done is in sight at once. */
  isOpen?: boolean;
}): VNode {
  const { name, reason } = outcomeOf(fire, isAway.value);
  const { notCarriedOut, workflowRunId, startedAt } = fire;
  const asksIn =
    threadId !== null ? placeOfThread(threadId) : workflowRunId !== null ? placeOfArea('waiting') : null;
  return (
    <>
      {reason === '' ? null : (
        <p class="reason">
          <EngineText text={reason} />
        </p>
      )}
      {name === 'waiting' && asksIn !== null ? (
        <p>
          <a href={asksIn} aria-label={visible(said.answerNamed(title))}>
            {said.answer}
          </a>
        </p>
      ) : null}
      {workflowRunId === null ? null : (
        <p>
          <a
            href={placeOfArea('workflows', partOfRun(workflowRunId))}
            aria-label={visible(said.stepsNamed(title, moment(startedAt)))}
          >
            {said.steps}
          </a>
        </p>
      )}
      {fire.cause !== 'test' || fire.endedAt === null ? null : notCarriedOut.length === 0 ? (
        name === 'tried' ? (
          <p class="hint">{said.wouldNothing}</p>
        ) : null
      ) : (
        <details class="would" open={isOpen}>
          <summary>{said.wouldHave(notCarriedOut.length)}</summary>
          <ol>
            {notCarriedOut.map(({ tool, input, says, sentences }, nth) => (
              <li key={nth}>
                {says === null ? (
                  <>
                    <code>{visible(tool)}</code>
                    <Parts input={input} />
                  </>
                ) : (
                  <>
                    {visible(saidBy(sentences, says))}
                    <details>
                      <summary>{said.wouldInDetail}</summary>
                      <Parts input={input} />
                    </details>
                  </>
                )}
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

const Parts = ({ input }: { input: string }): VNode => (
  <>
    {partsOf(input).map(({ name, text }) => (
      <p key={name} dir="auto">
        {name === '' ? null : <span class="hint">{visible(name)}: </span>}
        {visible(text)}
      </p>
    ))}
  </>
);
