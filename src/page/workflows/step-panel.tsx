import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { placeOfThread } from '../app/place.ts';
import { Markdown } from '../conversation/markdown/markdown.tsx';
import { amount } from '../parts/amount.ts';
import { dollars, duration, listed } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { toReview } from '../waiting/waiting.ts';
import { workflowWords } from '#words/workflows.ts';
import { type StepState } from './in-words.ts';
import { StepMark } from './state-mark.tsx';
import type { PlannedStep, StepResult } from './workflows.ts';
import { EngineText } from '../parts/engine-text.tsx';
import { toldOf } from '../engine/failure.ts';

const said = workflowWords.step;

/** Everything about one step. What the agent wrote is text, and stays in its own box. */
export function StepPanel({
  step,
  result,
  state,
  took,
  onClose,
}: {
  step: PlannedStep;
  /** Null: the workflow is shown, not a run of it. */
  result: StepResult | null;
  state: StepState;
  /** How long it took so far, in words; '' if it has not begun. */
  took: string;
  onClose: () => void;
}): VNode {
  const { stepId, task, dependsOn, tools, budgetUsd, tier, profile, timeoutMs, onFailure } = step;
  const title = useRef<HTMLHeadingElement>(null);
  // On a small screen it would be below what is in sight.
  useEffect(() => title.current?.scrollIntoView({ block: 'nearest' }), [stepId]);
  return (
    <section class="card" aria-label={visible(said.title(stepId))}>
      <div class="head">
        <h3 ref={title} dir="auto">
          {visible(said.title(stepId))}
        </h3>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            onClose();
            // This button is gone, and with it the place of the keyboard.
            document.querySelector<HTMLElement>('.drawing .step[tabindex="0"]')?.focus();
          }}
        >
          {said.close}
        </button>
      </div>
      {result === null ? null : <Result result={result} state={state} took={took} />}
      <dl>
        <Fact name={said.task}>
          <p class="told" dir="auto">
            {visible(task)}
          </p>
        </Fact>
        <Fact name={said.needs}>{dependsOn.length === 0 ? said.noNeeds : listed(dependsOn)}</Fact>
        <Fact name={said.tools}>
          {tools === null ? said.allTools : tools.length === 0 ? said.noTools : visible(listed(tools))}
        </Fact>
        <Fact name={said.budget}>{dollars(budgetUsd)}</Fact>
        {tier === 'fast' || profile !== null ? (
          <Fact name={said.model}>{profile === null ? said.fast : visible(said.profile(profile))}</Fact>
        ) : null}
        {timeoutMs === null ? null : <Fact name={said.longest}>{duration(timeoutMs)}</Fact>}
        <Fact name={said.onFailure}>{said.onFailures[onFailure]}</Fact>
      </dl>
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: ComponentChildren }): VNode => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Result({ result, state, took }: { result: StepResult; state: StepState; took: string }): VNode {
  const { attempt, costUsd, priceKnown, error, threadId, truncated } = result;
  return (
    <>
      <p class="facts">
        <StepMark state={state} />
        {took === '' ? null : <span>{took}</span>}
        {costUsd > 0 ? <span>{amount({ costUsd, priceKnown })}</span> : null}
        {result.startedAt === null ? null : <span>{said.attempt(attempt)}</span>}
      </p>
      {error === null ? null : (
        <p class="bad">
          <EngineText text={toldOf(error)} />
        </p>
      )}
      {result.result === null ? null : (
        <>
          <h4>{said.result}</h4>
          {result.result.trim() === '' ? <p class="hint">{said.noResult}</p> : null}
          <div class="result" tabIndex={0} role="group" aria-label={said.result}>
            <Markdown key={result.runId} text={result.result.toWellFormed()} isOpen={false} />
          </div>
          {truncated ? <p class="hint">{said.truncated}</p> : null}
        </>
      )}
      {threadId === null ? null : (
        <div class="row">
          <a class={state === 'asking' ? 'small primary' : 'small'} href={placeOfThread(threadId)}>
            {state === 'asking' ? said.answer : said.conversation}
          </a>
          <ChangesOf threadId={threadId} />
        </div>
      )}
    </>
  );
}

/** What the step changed in the workspace and nobody has looked at yet. */
function ChangesOf({ threadId }: { threadId: string }): VNode | null {
  const set = toReview.value.find((one) => one.threadId === threadId);
  return set === undefined ? null : (
    <a class="small" href={placeOfThread(threadId)}>
      {said.review(set.fileCount)}
    </a>
  );
}
