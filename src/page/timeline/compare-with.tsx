import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { Choice } from '../parts/choice.tsx';
import { shortMoment } from '../parts/format.ts';
import { ownTask } from '../parts/own-task.ts';
import { visible } from '../parts/visible.ts';
import { timelineWords as said } from '#words/timeline.ts';
import { costOf, howItEnded, type Run } from './in-words.ts';
import { partOfComparison, placeOfComparison, TIMELINE } from './places.ts';
import { EngineText } from '../parts/engine-text.tsx';

const TASK_CHARS = 60;

/** Its replays, and any other run to compare it with. */
export function CompareWith({ run }: { run: Run }): VNode {
  const replays = useSignal<readonly Run[]>([]);
  const others = useSignal<readonly Run[]>([]);
  const wrong = useSignal('');
  useEffect(() => {
    const read = async () => {
      const [own, all] = await Promise.all([
        engine['replays.list']({ params: { runId: run.runId } }),
        engine['history.runs']({ query: {} }),
      ]);
      replays.value = own.replays;
      others.value = all.runs.filter(({ runId, threadId }) => runId !== run.runId && threadId !== null);
    };
    read().catch((error: unknown) => (wrong.value = told(error)));
  }, [run.runId]);
  const labelOf = (one: Run) =>
    visible(`${shortMoment(one.createdAt)} · ${one.model} · ${ownTask(one.task).slice(0, TASK_CHARS)}`);
  return (
    <section class="card" aria-labelledby="compare-title">
      <h3 id="compare-title">{said.compare}</h3>
      <p class="bad" role="alert">
        <EngineText text={wrong.value} />
      </p>
      {replays.value.length === 0 ? null : (
        <ul aria-label={said.replays}>
          {replays.value.map((one) => (
            <li key={one.runId}>
              <a href={placeOfComparison(run.runId, one.runId)}>
                {said.replayOf} · {shortMoment(one.createdAt)} · {visible(one.model)}
              </a>{' '}
              <span class="hint">
                {howItEnded(one)} · {costOf(one)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Choice
        label={said.compareWith}
        value=""
        options={{
          '': said.choose,
          ...Object.fromEntries(others.value.map((one) => [one.runId, labelOf(one)])),
        }}
        onChoose={(other) => {
          if (other !== '') showArea(TIMELINE, partOfComparison(run.runId, other));
        }}
      />
    </section>
  );
}
