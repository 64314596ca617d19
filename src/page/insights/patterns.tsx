import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { placeOfRunIn, placeOfThread } from '../app/place.ts';
import { engine, type Answer, type RunRecord } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { said as saidBy } from '../engine/said.ts';
import { Alert } from '../parts/alert.tsx';
import { relative, shortMoment } from '../parts/format.ts';
import { ownTask } from '../parts/own-task.ts';
import { visible } from '../parts/visible.ts';
import { threads } from '../threads/thread-list.ts';
import { appWords } from '#words/app.ts';
import { insightWords as said } from '#words/insights.ts';
import { pagesOf } from './pages.ts';

type Pattern = Answer<'insights.patterns'>['patterns'][number];

const list = pagesOf(async (cursor) => {
  const { patterns, ...rest } = await engine['insights.patterns'](
    cursor === null ? {} : { query: { cursor } },
  );
  return { items: patterns, ...rest };
});

export function Patterns(): VNode {
  // The list of threads follows every run, and each run may show something.
  useEffect(() => void list.refresh(), [threads.value]);
  const all = list.items.value;
  return (
    <section class="card" aria-labelledby="noticed-title">
      <h3 id="noticed-title">{said.noticed}</h3>
      <p class="hint">{said.noticedHint}</p>
      <Alert text={list.wrong.value} />
      {list.isComplete.value ? null : <p class="hint">{said.counting}</p>}
      {all === null && list.wrong.value === '' ? (
        <p class="awaited" role="status">
          {appWords.loading}
        </p>
      ) : null}
      {all?.length === 0 ? <p>{said.nothing}</p> : null}
      {all === null || all.length === 0 ? null : (
        <ul class="patterns">
          {all.map((pattern) => (
            <li key={pattern.patternId}>
              <OnePattern pattern={pattern} />
            </li>
          ))}
        </ul>
      )}
      {list.hasMore.value ? (
        <button type="button" onClick={() => void list.more()}>
          {said.more}
        </button>
      ) : null}
    </section>
  );
}

/** Names of tools and questions in it are the words of others. */
function OnePattern({ pattern: { says, sentence, threadId, evidence } }: { pattern: Pattern }): VNode {
  const runs = useSignal<readonly RunRecord[] | null>(null);
  const wrong = useSignal('');
  const read = async () => {
    try {
      runs.value = await Promise.all(evidence.runs.map((id) => engine['history.run']({ params: { id } })));
      wrong.value = '';
    } catch (error) {
      wrong.value = told(error);
    }
  };
  return (
    <>
      <p dir="auto">{visible(saidBy(sentence, says))}</p>
      {threadId === null ? null : (
        <p>
          <a href={placeOfThread(threadId)} aria-label={visible(said.conversationOf(saidBy(sentence, says)))}>
            {said.conversation}
          </a>
        </p>
      )}
      <details onToggle={({ currentTarget: { open } }) => (open ? void read() : undefined)}>
        <summary>
          {said.evidence(evidence.count)}, {said.seen(relative(evidence.lastSeenAt, Date.now()))}
        </summary>
        <Alert text={wrong.value} />
        <ul>
          {(runs.value ?? []).map((run) => (
            <li key={run.runId}>
              {run.threadId === null ? null : (
                <a href={placeOfRunIn(run.threadId, run.runId)} dir="auto">
                  {visible(ownTask(run.task)) || said.untitled}
                </a>
              )}{' '}
              <span class="hint">{shortMoment(run.createdAt)}</span>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
