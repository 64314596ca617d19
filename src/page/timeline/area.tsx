import type { VNode } from 'preact';
import { place } from '../app/place.ts';
import { useHeadingFocus } from '../parts/use-heading-focus.ts';
import { ComparedRuns } from './compared-runs.tsx';
import { OpenTimeline } from './open-timeline.tsx';
import { runsIn } from './places.ts';
import { RunList } from './run-list.tsx';
import './timeline.css';

/** Runs looked at again: all of them, one as a timeline, or two beside each other. */
export default function TimelineArea(): VNode {
  const { part } = place.value;
  const area = useHeadingFocus(part);
  return (
    <section ref={area} class="area roomy timeline">
      <Part key={part} part={part} />
    </section>
  );
}

function Part({ part }: { part: string | null }): VNode {
  if (part === null) return <RunList />;
  const [first = '', second] = runsIn(part);
  return second === undefined ? <OpenTimeline id={first} /> : <ComparedRuns first={first} second={second} />;
}
