import { useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { memo } from 'preact/compat';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { visible } from '../parts/visible.ts';
import { changedWords } from './changed-words.ts';
import { linesIn, sideBySide, type DiffLine, type Pair } from './diff-lines.ts';
import './diff-view.css';
import { isSideBySide } from './view.ts';

/** Lines that are drawn at once; more come when a person scrolls to them. */
const STEP = 200;

/**
 * The lines of a unified diff, side by side where there is room.
 * @param hasOldSide false where every line is new: an empty half beside it would say nothing
 */
export function DiffView({
  diff,
  label,
  hasOldSide,
}: {
  diff: string;
  label: string;
  hasOldSide: boolean;
}): VNode {
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
    <div class={isSplit ? 'diff split' : 'diff'} tabIndex={0} role="group" aria-label={visible(label)}>
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
