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
  const { path, status, diff, linesAdded, linesRemoved, binary, diffOmitted, alsoChangedByOthers, lastRun } =
    file;
  // Of a new file, all of it would hide what was changed since it was made.
  const isWhole = useSignal(status !== 'added');
  const step = isWhole.value ? undefined : lastRun;
  const isShown = diff !== '' || lastRun !== undefined;
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
            {lastRun === undefined ? null : (
              <>
                {` · ${said.lastRun} `}
                <span class="plus">+{lastRun.linesAdded}</span>{' '}
                <span class="minus">−{lastRun.linesRemoved}</span>
              </>
            )}
            {isKept ? '' : ` · ${said.willBeUndone}`}
          </span>
          {alsoChangedByOthers ? <span class="hint others">{said.byOthers}</span> : null}
        </summary>
        {isOpen.value && isShown ? (
          <>
            {lastRun === undefined || diff === '' ? null : (
              <div class="row" role="group" aria-label={visible(said.diffOf(path))}>
                <button
                  type="button"
                  class="small"
                  aria-pressed={!isWhole.value}
                  onClick={() => (isWhole.value = false)}
                >
                  {said.ofLastRun}
                </button>
                <button
                  type="button"
                  class="small"
                  aria-pressed={isWhole.value}
                  onClick={() => (isWhole.value = true)}
                >
                  {said.ofAll}
                </button>
              </div>
            )}
            <DiffView
              key={step === undefined ? 'all' : 'last'}
              diff={step?.diff ?? diff}
              label={said.diffOf(path)}
              hasOldSide={step !== undefined || status !== 'added'}
              isStep={step !== undefined}
              onUndoPart={
                (step !== undefined || status === 'modified') && !alsoChangedByOthers ? onUndoPart : undefined
              }
            />
          </>
        ) : null}
      </details>
      {failure === undefined ? null : <p class="bad failure">{visible(failure)}</p>}
    </div>
  );
}
