import type { VNode } from 'preact';
import { place } from '../app/place.ts';
import { useHeadingFocus } from '../parts/use-heading-focus.ts';
import './workflows.css';
import { OpenRun } from './open-run.tsx';
import { OpenWorkflow } from './open-workflow.tsx';
import { runIn, STATISTICS } from './places.ts';
import { Statistics } from './statistics.tsx';
import { WorkflowList } from './workflow-list.tsx';

/** Work in steps: all of it, one workflow, one run, or statistics. */
export default function WorkflowsArea(): VNode {
  const { part } = place.value;
  const area = useHeadingFocus(part);
  return (
    <section ref={area} class="area workflows">
      <Part key={part} part={part} />
    </section>
  );
}

function Part({ part }: { part: string | null }): VNode {
  if (part === null) return <WorkflowList />;
  if (part === STATISTICS) return <Statistics />;
  const run = runIn(part);
  return run === null ? <OpenWorkflow id={part} /> : <OpenRun id={run} />;
}
