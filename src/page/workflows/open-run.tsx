import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { placeOfArea } from '../app/place.ts';
import { isAway } from '../engine/away.ts';
import { Alert } from '../parts/alert.tsx';
import { useFollowing } from '../parts/follow.ts';
import { amount, leastKnown } from '../parts/amount.ts';
import { duration, moment } from '../parts/format.ts';
import { isKeyboardLost } from '../parts/keyboard-after.ts';
import { visible } from '../parts/visible.ts';
import { StopButton } from '../running/stop-button.tsx';
import { workflowWords as said } from '#words/workflows.ts';
import { appWords } from '#words/app.ts';
import { askingThreads } from './asking.ts';
import { Drawing, type Shown } from './drawing.tsx';
import { FollowedRun } from './followed-run.ts';
import { startedBy, stateOfRun, stateOfStep } from './in-words.ts';
import { RunMark } from './state-mark.tsx';
import { StepPanel } from './step-panel.tsx';
import { ValueRows } from './value-rows.tsx';
import type { Run, StepResult } from './workflows.ts';
import { EngineText } from '../parts/engine-text.tsx';
import { toldOf } from '../engine/failure.ts';

const SECOND_MS = 1_000;

/** One run: how it stands, and its steps as they happen. */
export function OpenRun({ id }: { id: string }): VNode {
  const followed = useMemo(() => new FollowedRun(id), [id]);
  useEffect(() => () => followed.leave(), []);
  useFollowing({ read: followed.read, pauseMs: followed.pauseMs, shown: followed.run });
  const run = followed.run.value;
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(run?.status);
  useLayoutEffect(() => {
    // The button that had the keyboard, as Stop, is gone.
    if (before.current !== undefined && isKeyboardLost()) title.current?.focus();
    before.current = run?.status;
  }, [run?.status]);
  return (
    <>
      <p>
        <a href={placeOfArea('workflows')}>{said.all}</a>
      </p>
      <h2 ref={title} tabIndex={-1} dir="auto">
        {run === null ? said.runs.title : visible(run.name)}
      </h2>
      <Alert text={followed.wrong.value} />
      {followed.isGone.value ? (
        <p>{said.runs.gone}</p>
      ) : run === null ? (
        <p class="hint" role="status">
          {followed.wrong.value === '' ? appWords.loading : ''}
        </p>
      ) : (
        <Known run={run} followed={followed} />
      )}
    </>
  );
}

function Known({ run, followed }: { run: Run; followed: FollowedRun }): VNode {
  const results = followed.results.value;
  const now = useNow(run.status === 'running');
  const chosen = useSignal<string | null>(null);
  const isAsking = ({ threadId }: StepResult) =>
    threadId !== null && askingThreads.value.has(threadId) && run.status === 'running';
  const shown = new Map<string, Shown>();
  for (const [stepId, result] of results)
    shown.set(stepId, {
      state: stateOfStep(result, { isAway: isAway.value, isAsking: isAsking(result) }),
      facts: [tookSoFar(result, now), ...(result.costUsd > 0 ? [amount(result)] : [])]
        .filter((one) => one !== '')
        .join(' · '),
    });
  const step = run.steps.find(({ stepId }) => stepId === chosen.value);
  const result = step === undefined ? undefined : results.get(step.stepId);
  return (
    <>
      <Standing
        run={run}
        results={results}
        now={now}
        asking={[...results.values()].filter(isAsking).length}
      />
      <Actions run={run} results={results} onRetry={() => void followed.retry()} />
      <Drawing
        name={run.name}
        steps={run.steps}
        shown={shown}
        chosen={chosen.value}
        onChoose={(stepId) => (chosen.value = stepId)}
      />
      {step === undefined ? null : (
        <StepPanel
          step={step}
          result={result ?? null}
          state={shown.get(step.stepId)?.state ?? 'waiting'}
          took={result === undefined ? '' : tookSoFar(result, now)}
          onClose={() => (chosen.value = null)}
        />
      )}
      <Values run={run} />
    </>
  );
}

/** The time, each second while something runs. */
function useNow(isRunning: boolean): number {
  const now = useSignal(Date.now());
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => (now.value = Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now.value;
}

/** Whole seconds while it runs, so that it is told apart from one that has ended; '' before it began. */
function tookSoFar({ status, startedAt, durationMs }: StepResult, now: number): string {
  if (durationMs !== null) return duration(durationMs);
  return status === 'running' && startedAt !== null && !isAway.value ? sinceInWords(startedAt, now) : '';
}

const sinceInWords = (startedAt: string, now: number): string =>
  duration(Math.max(1, Math.floor((now - Date.parse(startedAt)) / SECOND_MS)) * SECOND_MS);

function Standing({
  run,
  results,
  now,
  asking,
}: {
  run: Run;
  results: ReadonlyMap<string, StepResult>;
  now: number;
  /** Steps that wait for an answer. */
  asking: number;
}): VNode {
  const { stepCount, stepsDone, costUsd, durationMs, startedAt, error, workflowId } = run;
  const state = stateOfRun(run, { isAway: isAway.value, isAsking: asking > 0 });
  const { words: by, triggerId } = startedBy(run.startedBy);
  // Told with each step, and so ahead of the run.
  const spent = Math.max(
    costUsd,
    [...results.values()].reduce((sum, one) => sum + one.costUsd, 0),
  );
  const progress = said.runs.progress(stepsDone, stepCount);
  const facts = [
    ...(durationMs === null
      ? isAway.value
        ? []
        : [said.runs.since(sinceInWords(startedAt, now))]
      : [said.runs.took(duration(durationMs))]),
    amount({ costUsd: spent, priceKnown: leastKnown([run, ...results.values()]) }),
    moment(startedAt),
    by,
  ];
  return (
    <div class="card">
      <p class="head">
        <span role="status">
          <RunMark state={state} />
        </span>
        <span class="hint">{progress}</span>
      </p>
      <progress value={stepsDone} max={stepCount} aria-label={progress} />
      <p class="hint">{visible(facts.join(' · '))}</p>
      {error === null ? null : (
        <p class="bad">
          <EngineText text={toldOf(error)} />
        </p>
      )}
      <div class="row">
        {asking > 0 && !isAway.value ? (
          <>
            <span>{said.runs.asks(asking)}</span>
            <a class="small primary" href={placeOfArea('waiting')}>
              {said.runs.answer}
            </a>
          </>
        ) : null}
        {workflowId === null ? (
          <span class="hint">{said.runs.deleted}</span>
        ) : (
          <a class="small" href={placeOfArea('workflows', workflowId)}>
            {said.runs.back}
          </a>
        )}
        {triggerId === null ? null : (
          <a class="small" href={placeOfArea('automation', triggerId)}>
            {said.runs.automation}
          </a>
        )}
      </div>
    </div>
  );
}

/** A stop while it runs; afterwards a second try for what did not succeed. */
function Actions({
  run,
  results,
  onRetry,
}: {
  run: Run;
  results: ReadonlyMap<string, StepResult>;
  onRetry: () => void;
}): VNode | null {
  const { workflowRunId, name, status } = run;
  if (isAway.value) return null;
  if (status === 'running')
    return (
      <div class="row">
        <StopButton id={workflowRunId} title={name} />
      </div>
    );
  const isAllDone = results.size > 0 && [...results.values()].every((one) => one.status === 'completed');
  if (isAllDone || results.size === 0) return null;
  return (
    <div class="row">
      <button type="button" class="small" aria-label={visible(said.runs.retryNamed(name))} onClick={onRetry}>
        {said.runs.retry}
      </button>
      <span class="hint">{said.runs.retryHint}</span>
    </div>
  );
}

function Values({ run: { parameters } }: { run: Run }): VNode | null {
  if (Object.keys(parameters).length === 0) return null;
  return (
    <section class="card" aria-labelledby="values-title">
      <h3 id="values-title">{said.runs.values}</h3>
      <dl>
        <ValueRows values={parameters} />
      </dl>
    </section>
  );
}
