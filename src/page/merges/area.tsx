import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useFollowing } from '../parts/follow.ts';
import { PagedList } from '../parts/paged-list.tsx';
import { workMoved } from '../threads/thread-list.ts';
import { mergeWords as said } from '#words/merges.ts';
import { MergeCard } from './merge-card.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import '../styles/known.css';
import './merges.css';
import { merges } from './merges.ts';

const SLOW_MS = 10_000;

/** The merges that can be taken back, and a way to merge two entries. */
export default function MergesArea(): VNode {
  const { items, read } = merges;
  useFollowing({ read, pauseMs: () => SLOW_MS, shown: items, moved: workMoved });
  const isMerging = useSignal(false);
  return (
    <section class="area known merges">
      <h2 tabIndex={-1}>{said.title}</h2>
      <p class="hint">{said.intro}</p>
      <div class="row">
        <button type="button" onClick={() => (isMerging.value = true)}>
          {said.start}
        </button>
      </div>
      <PagedList
        list={merges}
        counted={(count, isMore) => (count === 0 ? said.none : said.found(count, isMore))}
        more={said.older}
        line={(merge) => <MergeCard merge={merge} />}
      />
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
