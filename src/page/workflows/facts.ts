import { dollars, shortMoment } from '../parts/format.ts';
import { workflowWords as said } from '#words/workflows.ts';
import type { Workflow } from './workflows.ts';

/** What is said of a workflow in one line. */
export const factsOf = ({ steps, worstCaseUsd, createdBy, createdAt }: Workflow): string =>
  [
    said.steps(steps.length),
    said.upTo(dollars(worstCaseUsd)),
    ...(createdBy === 'agent' ? [said.byAgent] : []),
    said.made(shortMoment(createdAt)),
  ].join(' · ');
