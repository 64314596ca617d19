import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { reviewWords } from '#words/review.ts';
import { FileDiff, type ChangedFile } from './file-diff.tsx';
import { isRoomy, isSideBySide, showSideBySide } from './view.ts';

const said = reviewWords;

/** Few files are opened at once. */
const OPEN_AT_FIRST = 3;

/** The changed files of a thread, of which the person keeps some or all. */
export function ChangeSet({
  files,
  failures,
  onReview,
  onUndoPart,
}: {
  files: readonly ChangedFile[];
  /** Why a file could not be undone, by its path. */
  failures: ReadonlyMap<string, string>;
  onReview: (kept: readonly string[]) => void;
  onUndoPart: (path: string, part: string) => void;
}): VNode {
  const dropped = useSignal<ReadonlySet<string>>(new Set());
  const all = files.map(({ path }) => path);
  const kept = all.filter((path) => !dropped.value.has(path));
  const isPart = kept.length > 0 && kept.length < all.length;
  const toggle = (path: string) => {
    const next = new Set(dropped.value);
    if (!next.delete(path)) next.add(path);
    dropped.value = next;
  };
  return (
    <>
      <div class="row">
        {all.length > 1 ? <p class="hint">{said.hint}</p> : null}
        {isRoomy.value ? (
          <label class="hint side-by-side">
            <input
              type="checkbox"
              checked={isSideBySide.value}
              onChange={(event) => showSideBySide(event.currentTarget.checked)}
            />
            {said.sideBySide}
          </label>
        ) : null}
      </div>
      {files.map((file) => (
        <FileDiff
          key={file.path}
          file={file}
          isKept={!dropped.value.has(file.path)}
          isOpenAtFirst={files.length <= OPEN_AT_FIRST}
          failure={failures.get(file.path)}
          onToggle={() => toggle(file.path)}
          onUndoPart={(part) => onUndoPart(file.path, part)}
        />
      ))}
      <div class="row">
        <button type="button" class="primary" onClick={() => onReview(all)}>
          {said.keepAll}
        </button>
        <ConfirmButton
          label={said.undoAll}
          name={said.undoAll}
          question={said.undoSure(all.length)}
          isQuiet={false}
          onSure={() => onReview([])}
        />
        {all.length > 1 ? (
          <button type="button" disabled={!isPart} onClick={() => onReview(kept)}>
            {said.keepSelected}
          </button>
        ) : null}
      </div>
    </>
  );
}
