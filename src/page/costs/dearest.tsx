import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { placeOfArea, placeOfThread } from '../app/place.ts';
import { engine, type Answer } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { count, dollars } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { appWords } from '#words/app.ts';
import { costWords } from '#words/costs.ts';

const said = costWords.dearest;
const MOST = 10;

/** The conversations of the last day, the dearest first. */
export function Dearest(): VNode {
  const found = useSignal<Answer<'insights.threads'>['threads'] | null>(null);
  const wrong = useSignal('');
  useEffect(() => {
    engine['insights.threads']({ query: { days: 1, sort: '-costUsd', limit: MOST } }).then(
      ({ threads }) => (found.value = threads),
      (error: unknown) => (wrong.value = told(error)),
    );
  }, []);
  const all = found.value;
  return (
    <section class="card" aria-labelledby="dearest-title">
      <h3 id="dearest-title">{said.title}</h3>
      <p class="hint">{said.hint}</p>
      <Alert text={wrong.value} />
      {all === null && wrong.value === '' ? (
        <p class="awaited" role="status">
          {appWords.loading}
        </p>
      ) : null}
      {all?.length === 0 ? <p>{said.none}</p> : null}
      {all === null || all.length === 0 ? null : (
        <ol class="dearest">
          {all.map(({ threadId, title, costUsd, runs }) => (
            <li key={threadId}>
              <a href={placeOfThread(threadId)} dir="auto">
                {visible(title)}
              </a>
              <span>
                {dollars(costUsd)} <span class="hint">{costWords.runs(runs)}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
      <p>
        <a href={placeOfArea('insights')}>
          {all !== null && all.length === MOST ? said.more(count(MOST)) : said.all}
        </a>
      </p>
    </section>
  );
}
