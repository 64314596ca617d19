import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { placeOfArea } from '../app/place.ts';
import { isAway } from '../engine/away.ts';
import { Alert } from '../parts/alert.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { useFollowing } from '../parts/follow.ts';
import { amount } from '../parts/amount.ts';
import { duration, moment, shortMoment } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { running } from '../running/running.ts';
import { workflowWords } from '#words/workflows.ts';
import { askingRuns } from './asking.ts';
import { startedBy, stateOfRun } from './in-words.ts';
import { partOfRun } from './places.ts';
import { RunMark } from './state-mark.tsx';
import { runsOf, type RunSummary } from './workflows.ts';
import { EngineText } from '../parts/engine-text.tsx';
import { toldOf } from '../engine/failure.ts';

const said = workflowWords.runs;
const QUICK_MS = 2_000;
const SLOW_MS = 10_000;

/** Runs, the newest first, in pages. */
export function RunList({ workflowId }: { workflowId: string | null }): VNode {
  const runs = useMemo(() => runsOf(workflowId), [workflowId]);
  useFollowing({
    read: runs.read,
    pauseMs: () =>
      runs.items.peek()?.some(({ status }) => status === 'running') === true ? QUICK_MS : SLOW_MS,
    shown: runs.items,
    moved: running,
  });
  const all = runs.items.value;
  return (
    <section aria-labelledby="runs-title" class="runs">
      <h3 id="runs-title">{workflowId === null ? said.title : said.titleOf}</h3>
      <Alert text={runs.wrong.value} />
      {all?.length === 0 ? <p class="hint">{said.none}</p> : null}
      {all === null || all.length === 0 ? null : (
        <ol class="all">
          {all.map((run) => (
            <li key={run.workflowRunId}>
              <Line run={run} />
            </li>
          ))}
        </ol>
      )}
      <MoreButton
        label={said.older}
        isMore={runs.older.value !== null}
        onMore={() => void runs.readOlder()}
      />
    </section>
  );
}

function Line({ run }: { run: RunSummary }): VNode {
  const { workflowRunId, name, stepCount, stepsDone, costUsd, priceKnown, durationMs, startedAt, error } =
    run;
  const now = { isAway: isAway.value, isAsking: askingRuns.value.has(workflowRunId) };
  const facts = [
    said.progress(stepsDone, stepCount),
    ...(costUsd > 0 ? [amount({ costUsd, priceKnown })] : []),
    ...(durationMs === null ? [] : [said.took(duration(durationMs))]),
    startedBy(run.startedBy).words,
  ];
  return (
    <article class="card" aria-label={visible(`${name}, ${moment(startedAt)}`)}>
      <p class="head">
        <a href={placeOfArea('workflows', partOfRun(workflowRunId))} dir="auto">
          {visible(name)}
          <span class="unseen">, {moment(startedAt)}</span>
        </a>
        <RunMark state={stateOfRun(run, now)} />
      </p>
      <p class="hint">
        <time datetime={startedAt} title={moment(startedAt)}>
          {shortMoment(startedAt)}
        </time>
        {' · '}
        {visible(facts.join(' · '))}
      </p>
      {error === null ? null : (
        <p class="bad about">
          <EngineText text={toldOf(error)} />
        </p>
      )}
    </article>
  );
}
