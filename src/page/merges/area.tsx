import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useFollowing } from '../parts/follow.ts';
import { Problem } from '../parts/problem.tsx';
import { workMoved } from '../threads/thread-list.ts';
import { mergeWords as said } from '../words/merges.ts';
import { words } from '../words/words.ts';
import { MergeCard } from './merge-card.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import '../styles/known.css';
import './merges.css';
import { merges } from './merges.ts';

const SLOW_MS = 10_000;

/** The merges that can be taken back, and a way to merge two entries. */
export default function MergesArea(): VNode {
  const { items, older, wrong, read, readOlder } = merges;
  useFollowing({ read, pauseMs: () => SLOW_MS, shown: items, moved: workMoved });
  const isMerging = useSignal(false);
  const all = items.value;
  return (
    <section class="area known merges">
      <h2 tabIndex={-1}>{said.title}</h2>
      <p class="hint">{said.intro}</p>
      <div class="row">
        <button type="button" onClick={() => (isMerging.value = true)}>
          {said.start}
        </button>
      </div>
      <Problem text={wrong.value} onAgain={() => void read()} />
      <p class="hint" role="status">
        {all === null
          ? wrong.value === ''
            ? words.app.loading
            : ''
          : all.length === 0
            ? said.none
            : said.found(all.length, older.value !== null)}
      </p>
      {all === null || all.length === 0 ? null : (
        <ul class="all">
          {all.map((merge) => (
            <li key={merge.mergeId}>
              <MergeCard merge={merge} />
            </li>
          ))}
        </ul>
      )}
      {older.value === null ? null : (
        <div class="row">
          <button type="button" onClick={() => void readOlder()}>
            {said.older}
          </button>
        </div>
      )}
      {isMerging.value ? (
        <MergeDialog
          merged={null}
          onClose={() => (isMerging.value = false)}
          onMerged={() => void merges.begin()}
        />
      ) : null}
    </section>
  );
}
