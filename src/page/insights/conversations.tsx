import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { placeOfArea, placeOfThread } from '../app/place.ts';
import { engine, type Answer } from '../engine/client.ts';
import { Alert } from '../parts/alert.tsx';
import { count, dollars, duration, shortMoment } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { threads } from '../threads/thread-list.ts';
import { insightWords as said } from '#words/insights.ts';
import { partOfRun } from '../workflows/places.ts';
import { pagesOf } from './pages.ts';

type Insight = Answer<'insights.threads'>['threads'][number];

const columns = [
  // First what people look for: on a narrow screen the rest is reached sideways.
  ['costUsd', ({ costUsd }) => dollars(costUsd)],
  ['runs', ({ runs }) => count(runs)],
  ['failedRuns', ({ failedRuns }) => count(failedRuns)],
  ['toolCalls', ({ toolCalls }) => count(toolCalls)],
  ['tokens', ({ tokens }) => count(tokens)],
  ['avgDurationMs', ({ avgDurationMs }) => duration(avgDurationMs)],
  ['lastRunAt', ({ lastRunAt }) => shortMoment(lastRunAt)],
] as const satisfies readonly (readonly [keyof Insight, (insight: Insight) => string])[];

type Column = (typeof columns)[number][0];

const sort = signal<Column | `-${Column}`>('-lastRunAt');

const list = pagesOf(async (cursor) => {
  const { threads: items, ...rest } = await engine['insights.threads']({
    query: { sort: sort.peek(), ...(cursor === null ? {} : { cursor }) },
  });
  return { items, ...rest };
});

/** The highest first, or the lowest if they already are. */
function sortBy(column: Column): void {
  sort.value = sort.peek() === `-${column}` ? column : `-${column}`;
  void list.begin();
}

const orderOf = (column: Column): 'ascending' | 'descending' | 'none' =>
  sort.value === column ? 'ascending' : sort.value === `-${column}` ? 'descending' : 'none';

/** What the runs of each conversation came to. */
export function Conversations(): VNode {
  useEffect(() => void list.refresh(), [threads.value]);
  const all = list.items.value;
  return (
    <section class="card" aria-labelledby="conversations-title">
      <h3 id="conversations-title">{said.conversations}</h3>
      <p class="hint">{said.conversationsHint}</p>
      <Alert text={list.wrong.value} />
      {all?.length === 0 ? <p>{said.none}</p> : null}
      {all === null || all.length === 0 ? null : (
        <div class="wide" tabIndex={0} role="region" aria-label={said.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">{said.columns.title}</th>
                {columns.map(([column]) => (
                  <th key={column} scope="col" class="right" aria-sort={orderOf(column)}>
                    <button type="button" class="quiet" onClick={() => sortBy(column)}>
                      {said.columns[column]}
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {all.map((insight) => (
                <tr key={insight.threadId}>
                  <th scope="row" dir="auto">
                    <a href={placeOfThread(insight.threadId)}>{visible(insight.title)}</a>
                    {insight.workflowRunId === null ? null : (
                      <>
                        {' '}
                        <a
                          class="hint"
                          href={placeOfArea('workflows', partOfRun(insight.workflowRunId))}
                          aria-label={visible(said.workflowOf(insight.title))}
                        >
                          {said.workflow}
                        </a>
                      </>
                    )}
                  </th>
                  {columns.map(([column, shown]) => (
                    <td key={column} class="right">
                      {shown(insight)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {list.hasMore.value ? (
        <button type="button" onClick={() => void list.more()}>
          {said.more}
        </button>
      ) : null}
    </section>
  );
}
