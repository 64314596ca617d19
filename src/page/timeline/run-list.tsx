import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine } from '../engine/client.ts';
import { pagesOf } from '../insights/pages.ts';
import { shortMoment, duration } from '../parts/format.ts';
import { ownTask } from '../parts/own-task.ts';
import { visible } from '../parts/visible.ts';
import { threads } from '../threads/thread-list.ts';
import { areaWords } from '#words/areas.ts';
import { timelineWords as said } from '#words/timeline.ts';
import { costOf, howItEnded } from './in-words.ts';
import { placeOfRun } from './places.ts';

const list = pagesOf(async (cursor) => {
  const { runs, nextCursor } = await engine['history.runs']({ query: cursor === null ? {} : { cursor } });
  return { items: runs, nextCursor, complete: true };
});

/** All runs, the newest first. */
export function RunList(): VNode {
  // The list of threads follows every run.
  useEffect(() => void list.refresh(), [threads.value]);
  const all = list.items.value;
  return (
    <>
      <h2 tabIndex={-1}>{areaWords.timeline}</h2>
      <p class="hint">{said.intro}</p>
      <p class="bad" role="alert">
        {visible(list.wrong.value)}
      </p>
      {all?.length === 0 ? <p>{said.none}</p> : null}
      {all === null || all.length === 0 ? null : (
        <div class="wide" tabIndex={0} role="region" aria-label={said.listed}>
          <table class="runs">
            <thead>
              <tr>
                <th scope="col">{said.columns.task}</th>
                <th scope="col">{said.columns.started}</th>
                <th scope="col">{said.columns.ended}</th>
                <th scope="col">{said.columns.model}</th>
                <th scope="col" class="right">
                  {said.columns.cost}
                </th>
                <th scope="col" class="right">
                  {said.columns.time}
                </th>
              </tr>
            </thead>
            <tbody>
              {all.map((run) => (
                <tr key={run.runId}>
                  <th scope="row" dir="auto">
                    {run.threadId === null ? (
                      said.untitled
                    ) : (
                      <a class="cut" href={placeOfRun(run.runId)}>
                        {visible(ownTask(run.task))}
                      </a>
                    )}
                    {run.replayOf === null ? null : <span class="hint"> {said.replayOf}</span>}
                  </th>
                  <td>{shortMoment(run.createdAt)}</td>
                  <td>{howItEnded(run)}</td>
                  <td>{visible(run.model)}</td>
                  <td class="right">{costOf(run)}</td>
                  <td class="right">{duration(run.durationMs)}</td>
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
    </>
  );
}
