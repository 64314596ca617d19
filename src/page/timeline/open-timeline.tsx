import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useNameInTitle } from '../app/open-name.ts';
import { placeOfArea, placeOfRunIn } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { codeOf, told, toldOf } from '../engine/failure.ts';
import { useFollowing } from '../parts/follow.ts';
import { moment, duration } from '../parts/format.ts';
import { ownTask } from '../parts/own-task.ts';
import { visible } from '../parts/visible.ts';
import { appWords } from '#words/app.ts';
import { timelineWords as said } from '#words/timeline.ts';
import { CompareWith } from './compare-with.tsx';
import { costOf, howItEnded, type Timeline } from './in-words.ts';
import { placeOfComparison, placeOfRun, TIMELINE } from './places.ts';
import { RunAgain } from './run-again.tsx';
import { SpanTable } from './span-table.tsx';
import { Steps } from './steps.tsx';
import { EngineText } from '../parts/engine-text.tsx';

/** How soon a run in progress is read again. */
const FOLLOW_MS = 1_000;
/** Of a task in the title of the tab. */
const TITLE_CHARS = 80;
/** The address is of no run, or of one that was deleted with its conversation. */
const GONE: readonly string[] = ['run_not_found', 'id_too_short'];

/** One run, step by step. */
export function OpenTimeline({ id }: { id: string }): VNode {
  const timeline = useSignal<Timeline | null>(null);
  const wrong = useSignal('');
  const isGone = useSignal(false);
  useFollowing({
    read: async () => {
      try {
        timeline.value = await engine['runs.timeline']({ params: { runId: id } });
        wrong.value = '';
      } catch (error) {
        isGone.value = GONE.includes(codeOf(error) ?? '');
        wrong.value = isGone.value ? '' : told(error);
      }
    },
    pauseMs: () => (timeline.peek()?.run.status === 'running' ? FOLLOW_MS : Infinity),
    shown: timeline,
  });
  const now = timeline.value;
  return (
    <>
      <p>
        <a href={placeOfArea(TIMELINE)}>{said.all}</a>
      </p>
      {/* One heading from the start: the keyboard goes to it. */}
      <h2 tabIndex={-1} dir="auto" class="cut">
        {now === null ? said.timeline : said.timelineOf(visible(ownTask(now.run.task)))}
      </h2>
      <p class="bad" role="alert">
        <EngineText text={wrong.value} />
      </p>
      {now !== null ? (
        <Opened timeline={now} />
      ) : isGone.value ? (
        <p>{said.gone}</p>
      ) : (
        <p class="hint" role="status">
          {wrong.value === '' ? appWords.loading : ''}
        </p>
      )}
    </>
  );
}

function Opened({ timeline }: { timeline: Timeline }): VNode {
  const { run, spans, isCut } = timeline;
  const { runId, threadId, replayOf } = run;
  useNameInTitle(visible(ownTask(run.task)).slice(0, TITLE_CHARS));
  return (
    <>
      <p>
        {moment(run.createdAt)} · {howItEnded(run)} · {visible(run.model)} ·{' '}
        {said.total(duration(run.durationMs), costOf(run), spans.length)}
      </p>
      {run.error === null ? null : (
        <p class="bad">
          <EngineText text={toldOf(run.error)} />
        </p>
      )}
      {replayOf === null ? null : <p class="notice">{said.replayNotice}</p>}
      <p class="row">
        {threadId === null ? null : <a href={placeOfRunIn(threadId, runId)}>{said.conversation}</a>}
        {replayOf === null ? null : (
          <>
            <a href={placeOfRun(replayOf)}>{said.original}</a>
            <a href={placeOfComparison(replayOf, runId)}>{said.compareWithOriginal}</a>
          </>
        )}
      </p>
      {spans.length === 0 ? (
        <p>{said.noSteps}</p>
      ) : (
        <>
          <Steps timeline={timeline} />
          {isCut ? <p class="hint">{said.cut}</p> : null}
          <SpanTable timeline={timeline} />
        </>
      )}
      {run.status === 'running' ? null : <RunAgain run={run} />}
      <CompareWith run={run} />
    </>
  );
}
