import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { visible } from '../parts/visible.ts';
import { timelineWords as said } from '#words/timeline.ts';
import { costIn, durationIn, nameOf, type Span, type Timeline } from './in-words.ts';
import { scaleOf, WIDTH } from './scale.ts';
import { StepFacts } from './step-facts.tsx';

/** Steps that are drawn at once. */
const SHOWN = 200;

/** The steps of a run as bars to scale, one below the other. The arrow keys move from one to the next. */
export function Steps({ timeline }: { timeline: Timeline }): VNode {
  const chosen = useSignal(0);
  const most = useSignal(SHOWN);
  const list = useRef<HTMLOListElement>(null);
  const scale = scaleOf(timeline, Date.now());
  const spans = timeline.spans.slice(0, most.value);
  const move = (to: number) => {
    const next = Math.min(spans.length - 1, Math.max(0, to));
    chosen.value = next;
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  const moves: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => move(chosen.value + 1),
    ArrowUp: () => move(chosen.value - 1),
    Home: () => move(0),
    End: () => move(spans.length - 1),
  };
  const shown = spans[chosen.value];
  return (
    <section class="card" aria-labelledby="steps-title">
      <h3 id="steps-title">{said.steps}</h3>
      <p class="hint" id="steps-hint">
        {said.stepsHint}
      </p>
      <ol
        ref={list}
        class="steps"
        onKeyDown={(event) => {
          const act = moves[event.key];
          if (act === undefined) return;
          event.preventDefault();
          act();
        }}
      >
        {spans.map((span, nth) => (
          <li key={nth}>
            <Step
              run={timeline.run}
              span={span}
              bar={scale.bar(span)}
              isChosen={nth === chosen.value}
              onChoose={() => (chosen.value = nth)}
            />
          </li>
        ))}
      </ol>
      {timeline.spans.length > most.value ? (
        <button type="button" onClick={() => (most.value += SHOWN)}>
          {said.more}
        </button>
      ) : null}
      {shown === undefined ? null : <StepFacts span={shown} after={scale.after(shown)} run={timeline.run} />}
    </section>
  );
}

function Step({
  run,
  span,
  bar,
  isChosen,
  onChoose,
}: {
  run: Timeline['run'];
  span: Span;
  bar: { readonly x: number; readonly width: number };
  isChosen: boolean;
  onChoose: () => void;
}): VNode {
  const { kind, agentId, success } = span;
  return (
    <button
      type="button"
      class={agentId === null || kind === 'agent' ? 'step' : 'step inner'}
      aria-pressed={isChosen}
      aria-describedby="steps-hint"
      tabIndex={isChosen ? 0 : -1}
      onClick={onChoose}
      onFocus={onChoose}
    >
      <span class="name" dir="auto">
        {visible(nameOf(span))}
      </span>
      <svg viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="room" width={WIDTH} height="10" />
        <rect
          class={success === false ? `is-${kind} is-failed` : `is-${kind}`}
          x={bar.x}
          width={bar.width}
          height="10"
        />
      </svg>
      <span class="numbers">
        {durationIn(span)} {costIn(span, run)}
      </span>
    </button>
  );
}
