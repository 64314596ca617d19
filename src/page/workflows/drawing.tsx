import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { visible } from '../parts/visible.ts';
import { workflowWords } from '#words/workflows.ts';
import { drawnOf, linesFrom, pathOf, sizes, stepAt, type Arrow, type Drawn, type Place } from './drawn.ts';
import type { StepState } from './in-words.ts';
import { StepMark } from './state-mark.tsx';
import type { PlannedStep } from './workflows.ts';

const said = workflowWords.drawing;
const MOST_NEEDS = 5;
const KEYS: readonly string[] = [
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
] satisfies Arrow[];

/** What is told in the box of a step. */
export interface Shown {
  readonly state: StepState;
  /** Its time and cost. */
  readonly facts: string;
}

/**
 * The steps in columns, with a line from each to those that need it. For a screen reader it is a list of buttons. Tab
 * leads to one of them, and the arrow keys to the others.
 */
export function Drawing({
  name,
  steps,
  shown,
  chosen,
  onChoose,
}: {
  /** Of the workflow. */
  name: string;
  steps: readonly PlannedStep[];
  /** By the id of the step; null: nothing has run. */
  shown: ReadonlyMap<string, Shown> | null;
  chosen: string | null;
  onChoose: (stepId: string) => void;
}): VNode {
  const drawn = useMemo(() => drawnOf(steps), [steps]);
  const needs = useMemo(() => new Map(steps.map((one) => [one.stepId, one.dependsOn])), [steps]);
  /** The step that Tab leads to. */
  const reached = useSignal(chosen ?? drawn.places[0]?.stepId ?? '');
  const list = useRef<HTMLOListElement>(null);
  const go = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey || shiftKey || !KEYS.includes(key)) return;
    event.preventDefault();
    const next = stepAt(drawn, reached.peek(), key as Arrow);
    if (next === null) return;
    reached.value = next;
    const at = drawn.places.findIndex(({ stepId }) => stepId === next);
    list.current?.querySelectorAll<HTMLElement>('button')[at]?.focus();
  };
  return (
    <>
      <p class="hint">{said.hint}</p>
      <div class="drawing">
        <div class="canvas" style={{ width: `${drawn.width}rem`, height: `${drawn.height}rem` }}>
          <Lines drawn={drawn} needs={needs} chosen={chosen} />
          <ol ref={list} aria-label={visible(said.label(name))} onKeyDown={go}>
            {drawn.places.map((place) => (
              <Step
                key={place.stepId}
                place={place}
                needs={needs.get(place.stepId) ?? []}
                shown={shown?.get(place.stepId) ?? null}
                isChosen={place.stepId === chosen}
                isReached={place.stepId === reached.value}
                onFocus={() => (reached.value = place.stepId)}
                onChoose={() => onChoose(place.stepId)}
              />
            ))}
          </ol>
        </div>
      </div>
    </>
  );
}

function Lines({
  drawn,
  needs,
  chosen,
}: {
  drawn: Drawn;
  needs: ReadonlyMap<string, readonly string[]>;
  chosen: string | null;
}): VNode {
  const all = useMemo(() => {
    const needing = new Map<string, string[]>();
    for (const [stepId, needed] of needs)
      for (const one of needed) needing.set(one, [...(needing.get(one) ?? []), stepId]);
    return [...needing].map(([from, to]) => ({ from, to, path: pathOf(linesFrom(drawn, from, to)) }));
  }, [drawn, needs]);
  const ofChosen =
    chosen === null
      ? []
      : [
          ...(needs.get(chosen) ?? []).map((needed) => pathOf(linesFrom(drawn, needed, [chosen]))),
          ...all.filter(({ from }) => from === chosen).map(({ path }) => path),
        ];
  return (
    <svg
      viewBox={`0 0 ${drawn.width} ${drawn.height}`}
      style={{ width: `${drawn.width}rem`, height: `${drawn.height}rem` }}
      aria-hidden="true"
      focusable="false"
    >
      {all.map(({ from, path }) => (
        <path key={from} d={path} />
      ))}
      {ofChosen.length === 0 ? null : <path class="of-chosen" d={ofChosen.join('')} />}
    </svg>
  );
}

function Step({
  place: { stepId, x, y },
  needs,
  shown,
  isChosen,
  isReached,
  onFocus,
  onChoose,
}: {
  place: Place;
  needs: readonly string[];
  shown: Shown | null;
  isChosen: boolean;
  isReached: boolean;
  onFocus: () => void;
  onChoose: () => void;
}): VNode {
  return (
    <li
      style={{
        left: `${x}rem`,
        top: `${y}rem`,
        width: `${sizes.width}rem`,
        height: `${sizes.height}rem`,
      }}
    >
      <button
        type="button"
        class={shown === null ? 'step' : `step is-${shown.state}`}
        tabIndex={isReached ? 0 : -1}
        aria-current={isChosen ? 'true' : undefined}
        onFocus={onFocus}
        onClick={onChoose}
      >
        <span class="name" title={stepId}>
          {stepId}
        </span>
        {shown === null ? null : (
          <>
            <span class="unseen">, </span>
            <StepMark state={shown.state} />
            {shown.facts === '' ? null : (
              <span class="facts">
                <span class="unseen">, </span>
                {shown.facts}
              </span>
            )}
          </>
        )}
        {needs.length === 0 ? null : <span class="unseen">, {said.needs(listed(needs))}</span>}
      </button>
    </li>
  );
}

const listed = (needs: readonly string[]): string =>
  [
    ...needs.slice(0, MOST_NEEDS),
    ...(needs.length > MOST_NEEDS ? [said.more(needs.length - MOST_NEEDS)] : []),
  ].join(', ');
