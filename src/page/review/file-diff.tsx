import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { visible } from '../parts/visible.ts';
import type { Answer } from '../engine/client.ts';
import { reviewWords } from '#words/review.ts';
import { DiffView } from './diff-view.tsx';

const said = reviewWords;

export type ChangedFile = Answer<'threads.changeset'>['files'][number];

/** One changed file: whether it is kept, and its diff when it is opened. */
export function FileDiff({
  file,
  isKept,
  isOpenAtFirst,
  failure,
  onToggle,
  onUndoPart,
}: {
  file: ChangedFile;
  isKept: boolean;
  isOpenAtFirst: boolean;
  failure: string | undefined;
  onToggle: () => void;
  onUndoPart: (part: string) => void;
}): VNode {
  const isOpen = useSignal(isOpenAtFirst);
  const { path, status, diff, linesAdded, linesRemoved, binary, diffOmitted, alsoChangedByOthers } = file;
  const isShown = diff !== '';
  return (
    <div class="changed-file">
      <input type="checkbox" checked={isKept} aria-label={visible(said.keep(path))} onChange={onToggle} />
      <details open={isOpen.value} onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
        <summary>
          <code>{visible(path)}</code>
          <span class="hint">
            {said.statuses[status] ?? status} ·{' '}
            {binary ? (
              said.binary
            ) : diffOmitted ? (
              said.tooLong
            ) : (
              <>
                <span class="plus">+{linesAdded}</span> <span class="minus">−{linesRemoved}</span>
              </>
            )}
            {isKept ? '' : ` · ${said.willBeUndone}`}
          </span>
          {alsoChangedByOthers ? <span class="hint others">{said.byOthers}</span> : null}
        </summary>
        {isOpen.value && isShown ? (
          <DiffView
            diff={diff}
            label={said.diffOf(path)}
            hasOldSide={status !== 'added'}
            onUndoPart={status === 'modified' && !alsoChangedByOthers ? onUndoPart : undefined}
          />
        ) : null}
      </details>
      {failure === undefined ? null : <p class="bad failure">{visible(failure)}</p>}
    </div>
  );
}
