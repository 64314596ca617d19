import type { VNode } from 'preact';
import { placeOfArea, placeOfThread } from '../app/place.ts';
import { Alert } from '../parts/alert.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { useFollowing } from '../parts/follow.ts';
import { workMoved } from '../threads/thread-list.ts';
import { appWords } from '#words/app.ts';
import { workflowWords as said } from '#words/workflows.ts';
import { STATISTICS } from './places.ts';
import { RunList } from './run-list.tsx';
import { WorkflowCard } from './workflow-card.tsx';
import { savedWorkflows } from './workflows.ts';

const SLOW_MS = 10_000;

/** All saved workflows, and all runs. */
export function WorkflowList(): VNode {
  const { items, older, wrong, read, readOlder } = savedWorkflows;
  useFollowing({ read, pauseMs: () => SLOW_MS, shown: items, moved: workMoved });
  const all = items.value;
  return (
    <>
      <h2 tabIndex={-1}>{said.title}</h2>
      <p class="hint">{said.intro}</p>
      <p>
        <a href={placeOfArea('workflows', STATISTICS)}>{said.stats.open}</a>
      </p>
      <Alert text={wrong.value} />
      {all === null ? (
        <p class={wrong.value === '' ? 'hint awaited' : 'hint'} role="status">
          {wrong.value === '' ? appWords.loading : ''}
        </p>
      ) : all.length === 0 ? (
        <NoneYet />
      ) : (
        <section aria-labelledby="saved-title" class="runs">
          <h3 id="saved-title">{said.saved}</h3>
          <ul class="all">
            {all.map((workflow) => (
              <li key={workflow.workflowId}>
                <WorkflowCard workflow={workflow} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <MoreButton label={said.older} isMore={older.value !== null} onMore={() => void readOlder()} />
      <RunList workflowId={null} />
    </>
  );
}

const NoneYet = (): VNode => (
  <div class="card">
    <h3>{said.none}</h3>
    <p>{said.noneHint}</p>
    <blockquote class="example">{said.example}</blockquote>
    <div class="row">
      <a class="small primary" href={placeOfThread(null)}>
        {said.ask}
      </a>
      <CopyButton text={() => said.example} label={said.copyExample} />
    </div>
  </div>
);
