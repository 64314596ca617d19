import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { engine, type Answer } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { useFollowing } from '../parts/follow.ts';
import { count, dollars, duration } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { appWords } from '#words/app.ts';
import { timelineWords as said } from '#words/timeline.ts';
import { ComparedAnswers } from './compared-answers.tsx';
import { ComparedCalls } from './compared-calls.tsx';
import { costOf, howItEnded, tokensOf, type Run } from './in-words.ts';
import { placeOfRun, TIMELINE } from './places.ts';
import { EngineText } from '../parts/engine-text.tsx';

type Comparison = Answer<'runs.compare'>;

const FOLLOW_MS = 1_000;

/** Two runs beside each other; numbers of one that still runs follow. */
export function ComparedRuns({ first, second }: { first: string; second: string }): VNode {
  const compared = useSignal<Comparison | null>(null);
  const wrong = useSignal('');
  const isRunning = () => runsOf(compared.peek()).some(({ status }) => status === 'running');
  const { read } = {
    read: async () => {
      try {
        compared.value = await engine['runs.compare']({ params: { runId: first, otherId: second } });
        wrong.value = '';
      } catch (error) {
        wrong.value = told(error);
      }
    },
  };
  useFollowing({ read, pauseMs: () => (isRunning() ? FOLLOW_MS : Infinity), shown: compared });
  const now = compared.value;
  const stop = async (runId: string) => {
    await engine['runs.stop']({ params: { runId } }).catch((error: unknown) => (wrong.value = told(error)));
    await read();
  };
  return (
    <>
      <p>
        <a href={placeOfArea(TIMELINE)}>{said.all}</a>
      </p>
      <h2 tabIndex={-1}>{said.compared}</h2>
      <p class="bad" role="alert">
        <EngineText text={wrong.value} />
      </p>
      <p class="hint" role="status">
        {now === null ? (wrong.value === '' ? appWords.loading : '') : isRunning() ? said.stillRuns : ''}
      </p>
      {now === null ? null : (
        <>
          <Numbers compared={now} />
          {runsOf(now)
            .filter(({ status, replayOf }) => status === 'running' && replayOf !== null)
            .map(({ runId }) => (
              <button key={runId} type="button" onClick={() => void stop(runId)}>
                {said.stop}
              </button>
            ))}
          <ComparedAnswers compared={now} />
          <ComparedCalls compared={now} />
        </>
      )}
    </>
  );
}

const runsOf = (compared: Comparison | null): readonly Run[] =>
  compared === null ? [] : [compared.first.run, compared.second.run];

const signed = (value: number, shown: (amount: number) => string): string =>
  value === 0 ? '0' : `${value > 0 ? '+' : '−'}${shown(Math.abs(value))}`;

function Numbers({ compared }: { compared: Comparison }): VNode {
  const [one, other] = [compared.first.run, compared.second.run];
  const rows = [
    [said.columns.model, visible(one.model), visible(other.model), ''],
    [said.columns.ended, howItEnded(one), howItEnded(other), ''],
    [said.columns.cost, costOf(one), costOf(other), signed(other.costUsd - one.costUsd, dollars)],
    [
      said.columns.tokens,
      count(tokensOf(one)),
      count(tokensOf(other)),
      signed(tokensOf(other) - tokensOf(one), count),
    ],
    [
      said.columns.time,
      duration(one.durationMs),
      duration(other.durationMs),
      signed(other.durationMs - one.durationMs, duration),
    ],
    [
      said.calls,
      count(one.toolCallCount),
      count(other.toolCallCount),
      signed(other.toolCallCount - one.toolCallCount, count),
    ],
  ] as const;
  return (
    <div class="wide" tabIndex={0} role="region" aria-label={said.compared}>
      <table>
        <thead>
          <tr>
            <td />
            {[one, other].map((run, nth) => (
              <th key={nth} scope="col">
                <a href={placeOfRun(run.runId)}>{nth === 0 ? said.first : said.second}</a>
                {run.replayOf === null ? null : <span class="hint"> {said.replayOf}</span>}
              </th>
            ))}
            <th scope="col">{said.difference}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, nth) => (
                <td key={nth}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
