import { useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { memo } from 'preact/compat';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { visible } from '../parts/visible.ts';
import { reviewWords } from '#words/review.ts';
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
  isStep = false,
  onUndoPart,
}: {
  diff: string;
  label: string;
  hasOldSide: boolean;
  /** The only part of it is not all that was done to the file, so that it can be undone alone, too. */
  isStep?: boolean;
  /** Undoes one of several parts, which is given as the diff has it. */
  onUndoPart?: ((part: string) => void) | undefined;
}): VNode {
  const hasActs = onUndoPart === undefined ? false : isStep ? 'always' : true;
  const lines = useMemo(() => linesIn(diff, hasActs), [diff, hasActs]);
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
        ? pairs
            .slice(0, shown.value)
            .map((pair, nth) => <SplitRow key={nth} pair={pair} onUndoPart={onUndoPart} />)
        : lines
            .slice(0, shown.value)
            .map((line, nth) => <Row key={nth} line={line} onUndoPart={onUndoPart} />)}
      {shown.value < all ? <div ref={end} class="more" /> : null}
    </div>
  );
}

const SIGNS = { same: ' ', removed: '−', added: '+', gap: '' } as const;

type OnUndoPart = ((part: string) => void) | undefined;

/** The head of a part: what can be done with it stands with it, and not between it and the one before. */
function Gap({ line: { part = '', from = 0, to = 0 }, onUndoPart }: RowProps): VNode {
  const lines = reviewWords.part(from, to);
  return (
    <div class="line gap">
      {onUndoPart === undefined ? (
        '…'
      ) : (
        <>
          <span>{lines}</span>
          <button
            type="button"
            class="small"
            aria-label={`${reviewWords.undoPart}: ${lines}`}
            onClick={() => onUndoPart(part)}
          >
            {reviewWords.undoPart}
          </button>
        </>
      )}
    </div>
  );
}

interface RowProps {
  readonly line: DiffLine;
  readonly onUndoPart: OnUndoPart;
}

const Row = memo(({ line, onUndoPart }: RowProps): VNode => {
  if (line.kind === 'gap') return <Gap line={line} onUndoPart={onUndoPart} />;
  return (
    <div class={`line ${line.kind}`}>
      <span class="number">{line.old}</span>
      <span class="number">{line.now}</span>
      <span class="sign">{SIGNS[line.kind]}</span>
      <Text line={line} />
    </div>
  );
});

interface SplitRowProps {
  readonly pair: Pair;
  readonly onUndoPart: OnUndoPart;
}

const SplitRow = memo(({ pair: { left, right }, onUndoPart }: SplitRowProps): VNode => {
  if (left?.kind === 'gap') return <Gap line={left} onUndoPart={onUndoPart} />;
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
