import './diagrams.css';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CopyButton } from '../parts/copy-button.tsx';
import { count } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { diagramWords as said } from '#words/diagrams.ts';
import { alternativeOf } from './alternative.ts';
import { isDark } from './dark.ts';
import { DiagramFrame, type Drawn } from './frame.tsx';
import { Slots } from './slots.ts';

const MOST_CHARS = 20_000;
const MOST_FRAMES = 20;
/** Diagrams that are this near to the screen are drawn. */
const NEAR = '300px';

const slots = new Slots(MOST_FRAMES);

/** A diagram in its closed frame; while there is none, and on demand, its code. */
export default function Diagram({
  source,
  children,
}: {
  source: string;
  children: ComponentChildren;
}): VNode {
  const box = useRef<HTMLElement>(null);
  const [isAlive, setAlive] = useState(false);
  const [isFull, setFull] = useState(false);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [isCode, setCode] = useState(false);
  const [dropped, setDropped] = useState(0);
  const { kind, title, description } = useMemo(() => alternativeOf(source), [source]);
  const isLarge = source.length > MOST_CHARS;
  const isGivenUp = drawn === 'wrong' || drawn === 'late';
  const wants = !isLarge && !isGivenUp;
  useEffect(() => {
    const element = box.current;
    if (!element || !wants) return;
    const holder = {};
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting === true) {
          const isGiven = slots.take(holder, () => setDropped((times) => times + 1));
          setAlive(isGiven);
          setFull(!isGiven);
        } else slots.outOfSight(holder);
      },
      { rootMargin: NEAR },
    );
    watch.observe(element);
    return () => {
      watch.disconnect();
      slots.leave(holder);
      setAlive(false);
    };
  }, [wants, dropped]);
  const onDrawn = (answer: Drawn) => {
    setDrawn(answer);
    // Browsers have one process for all of these frames: one that never comes to an end would keep the others waiting.
    if (answer === 'late') slots.dropAll();
  };
  const size = drawn !== null && !isGivenUp ? drawn : null;
  const label = title === null ? said.kinds[kind] : said.named(said.kinds[kind], visible(title));
  const problem = isLarge
    ? said.large(count(MOST_CHARS))
    : isGivenUp
      ? said[drawn]
      : isFull
        ? said.full(count(MOST_FRAMES))
        : '';
  const isShown = size !== null && !isCode;
  return (
    <figure ref={box} class="diagram">
      {size === null ? null : (
        <figcaption>
          <span>{label}</span>
          <button type="button" class="quiet" aria-pressed={isCode} onClick={() => setCode(!isCode)}>
            {said.code}
          </button>
          <CopyButton text={() => source} label={said.copy} />
        </figcaption>
      )}
      {description === null ? null : <p class="unseen">{visible(description)}</p>}
      {problem === '' ? null : <p class="hint">{problem}</p>}
      {isShown || (isAlive && wants) ? (
        <div
          class={isShown ? 'drawing' : 'drawing measured'}
          tabIndex={isShown ? 0 : undefined}
          role={isShown ? 'group' : undefined}
          aria-label={isShown ? label : undefined}
          aria-hidden={!isShown}
        >
          <div
            class={isDark.value ? 'canvas dark' : 'canvas'}
            style={
              size === null
                ? undefined
                : { aspectRatio: `${size.width} / ${size.height}`, '--natural': `${size.width}px` }
            }
          >
            {isAlive && wants ? (
              <DiagramFrame text={source} isDark={isDark.value} label={label} onDrawn={onDrawn} />
            ) : null}
          </div>
        </div>
      ) : null}
      {isShown ? null : children}
    </figure>
  );
}
