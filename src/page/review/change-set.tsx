import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { OverPage } from '../parts/over-page.tsx';
import { visible } from '../parts/visible.ts';
import { reviewWords } from '#words/review.ts';
import { FileDiff, type ChangedFile } from './file-diff.tsx';
import { isRoomy, isSideBySide, showSideBySide } from './view.ts';

const said = reviewWords;

/** Few files are opened at once. */
const OPEN_AT_FIRST = 3;
/** Before something is undone, this many files are named. */
const MOST_NAMED = 10;

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
  // Which ones are kept, once it is asked whether the others are to be undone.
  const asked = useSignal<readonly string[] | null>(null);
  const all = files.map(({ path }) => path);
  const kept = all.filter((path) => !dropped.value.has(path));
  const decide = (which: readonly string[]) => {
    if (which.length === all.length) onReview(which);
    else asked.value = which;
  };
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
      <p class="hint">{said.final}</p>
      <div class="row">
        <button type="button" class="primary" onClick={() => decide(kept)}>
          {said.decide(kept.length, all.length - kept.length)}
        </button>
        {kept.length === 0 ? null : (
          <button type="button" onClick={() => decide([])}>
            {said.undoAll}
          </button>
        )}
      </div>
      {asked.value === null ? null : (
        <OverPage>
          <AskUndo
            files={files}
            kept={asked.value}
            onReview={onReview}
            onClose={() => (asked.value = null)}
          />
        </OverPage>
      )}
    </>
  );
}

/** Says what is lost before changes are undone. */
function AskUndo({
  files,
  kept,
  onReview,
  onClose,
}: {
  files: readonly ChangedFile[];
  kept: readonly string[];
  onReview: (kept: readonly string[]) => void;
  onClose: () => void;
}): VNode {
  const undone = files.filter(({ path }) => !kept.includes(path));
  const pathsOf = (status: ChangedFile['status']) =>
    undone.flatMap((file) => (file.status === status ? [visible(file.path)] : []));
  const says = (['added', 'modified', 'deleted'] as const).flatMap((status) => {
    const paths = pathsOf(status);
    return paths.length === 0 ? [] : [said.goes[status](listed(paths))];
  });
  return (
    <AskDialog
      question={said.undoQuestion(undone.length)}
      says={[...says, ...(kept.length === 0 ? [] : [said.stays(kept.length)])]}
      label={said.undo}
      onSure={() => onReview(kept)}
      onClose={onClose}
    />
  );
}

/** The first few by name. */
const listed = (paths: readonly string[]): string =>
  paths.length <= MOST_NAMED
    ? paths.join(', ')
    : said.andMore(paths.slice(0, MOST_NAMED).join(', '), paths.length - MOST_NAMED);
