import { useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { memo } from 'preact/compat';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { visible } from '../parts/visible.ts';
import type { Answer } from '../engine/client.ts';
import { words } from '../words/words.ts';
import { changedWords } from './changed-words.ts';
import { linesIn, sideBySide, type DiffLine, type Pair } from './diff-lines.ts';
import { isSideBySide } from './view.ts';

const said = words.review;

export type ChangedFile = Answer<'threads.changeset'>['files'][number];

/** Lines that are drawn at once; more come when a person scrolls to them. */
const STEP = 200;

/** One changed file: whether it is kept, and its diff when it is opened. */
export function FileDiff({
  file,
  isKept,
  isOpenAtFirst,
  failure,
  onToggle,
}: {
  file: ChangedFile;
  isKept: boolean;
  isOpenAtFirst: boolean;
  failure: string | undefined;
  onToggle: () => void;
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
        {isOpen.value && isShown ? <Lines diff={diff} path={path} hasOldSide={status !== 'added'} /> : null}
      </details>
      {failure === undefined ? null : <p class="bad failure">{visible(failure)}</p>}
    </div>
  );
}

/** In an added file every line is new: an empty half beside it would say nothing. */
function Lines({ diff, path, hasOldSide }: { diff: string; path: string; hasOldSide: boolean }): VNode {
  const lines = useMemo(() => linesIn(diff), [diff]);
  const pairs = useMemo(() => sideBySide(lines), [lines]);
  const shown = useSignal(STEP);
  const end = useRef<HTMLDivElement>(null);
  const isSplit = isSideBySide.value && hasOldSide;
  const all = isSplit ? pairs.length : lines.length;
  useEffect(() => {
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) shown.value += STEP;
    });
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, [shown.value < all]);
  useSignalEffect(() => {
    // Another view begins at its first lines.
    if ((isSideBySide.value && hasOldSide) !== isSplit) shown.value = STEP;
  });
  return (
    <div
      class={isSplit ? 'diff split' : 'diff'}
      tabIndex={0}
      role="group"
      aria-label={visible(said.diffOf(path))}
    >
      {isSplit
        ? pairs.slice(0, shown.value).map((pair, nth) => <SplitRow key={nth} pair={pair} />)
        : lines.slice(0, shown.value).map((line, nth) => <Row key={nth} line={line} />)}
      {shown.value < all ? <div ref={end} class="more" /> : null}
    </div>
  );
}

const SIGNS = { same: ' ', removed: '−', added: '+', gap: '' } as const;

const Row = memo(({ line }: { line: DiffLine }): VNode => {
  if (line.kind === 'gap') return <div class="line gap">…</div>;
  return (
    <div class={`line ${line.kind}`}>
      <span class="number">{line.old}</span>
      <span class="number">{line.now}</span>
      <span class="sign">{SIGNS[line.kind]}</span>
      <Text line={line} />
    </div>
  );
});

const SplitRow = memo(({ pair: { left, right } }: { pair: Pair }): VNode => {
  if (left?.kind === 'gap') return <div class="line gap">…</div>;
  return (
    <div class="line">
      <Half line={left} number={left?.old} />
      <Half line={right} number={right?.now} />
    </div>
  );
});

const Half = ({ line, number }: { line: DiffLine | null; number: number | null | undefined }): VNode => (
  <div class={line === null ? 'half none' : `half ${line.kind}`}>
    <span class="number">{number}</span>
    <span class="sign">{line === null ? '' : SIGNS[line.kind]}</span>
    {line === null ? null : <Text line={line} />}
  </div>
);

const Text = ({ line: { text, partner } }: { line: DiffLine }): VNode => (
  <span class="text">
    {partner === null
      ? visible(text)
      : changedWords(text, partner).map((piece, nth) =>
          piece.isChanged ? <mark key={nth}>{visible(piece.text)}</mark> : visible(piece.text),
        )}
  </span>
);
