import type { VNode } from 'preact';
import { duration } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { timelineWords as said } from '#words/timeline.ts';
import { ForkButton } from './fork-button.tsx';
import { costIn, durationIn, nameOf, usageIn, type Span, type Timeline } from './in-words.ts';

/** What the chosen step was, and a fork after it. */
export function StepFacts({
  span,
  after,
  run,
}: {
  span: Span;
  /** The start of the run to its start, in milliseconds. */
  after: number;
  run: Timeline['run'];
}): VNode {
  const { threadId } = run;
  const facts = [
    [said.startsAfter, duration(after)],
    [said.takes, durationIn(span)],
    [said.costs, costIn(span, run) || said.free],
    [said.tokens, usageIn(span)],
  ] as const;
  return (
    <div class="facts" role="group" aria-label={said.facts}>
      <p dir="auto">
        <strong>{visible(nameOf(span))}</strong>
      </p>
      <dl>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {span.seq === null || threadId === null ? null : (
        <ForkButton threadId={threadId} throughSeq={span.seq} label={said.forkStep} />
      )}
    </div>
  );
}
