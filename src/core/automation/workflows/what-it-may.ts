import { expectedOf } from '../expectations/model.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Quoted, Says } from '../../kernel/says.ts';
import { allowedIn } from '../permissions/model.ts';
import { workflowLimits } from './limits.ts';
import { worstCaseUsd, type Workflow, type WorkflowPlan } from './model.ts';
import { say } from './says.ts';

type WhatItDoes = Pick<Workflow, 'steps' | 'permissions' | 'expectation'>;

/** What each run of a workflow does and may do, for the person who decides. */
export function whatItMay(workflow: WhatItDoes): readonly Says[] {
  const { permissions, expectation } = workflow;
  return [
    ...allowedIn(permissions),
    ...(expectation?.kind === 'http' ? [expectedOf(expectation, IN_FULL)] : []),
    say('workflow.cost', { usd: worstCaseUsd(workflow) }),
  ];
}

/** Everything that its owner decides about. */
export function questionAbout(workflow: WorkflowPlan): readonly Says[] {
  const { name, description, steps, parameters, expectation } = workflow;
  return [
    say('workflow.is', { name: inFull(name), description: inFullOrNull(description) }),
    ...parameters.map((one) =>
      say('workflow.parameter', {
        name: one.name,
        type: one.type,
        description: inFullOrNull(one.description),
      }),
    ),
    ...steps.map(({ stepId, task, dependsOn, tools, budgetUsd, tier, onFailure }, index) =>
      say('workflow.step', {
        nth: index + 1,
        id: stepId,
        after: dependsOn,
        task: inFull(task),
        tools: tools && tools.map(inFull),
        usd: budgetUsd,
        isFast: tier === 'fast',
        onFailure,
      }),
    ),
    ...whatItMay(workflow),
    ...(expectation === null || expectation.kind === 'http' ? [] : [expectedOf(expectation, IN_FULL)]),
  ];
}

/** Nothing that is agreed to may be hidden behind a cut: what the agent writes is bounded when it is taken. */
const IN_FULL = 2 * workflowLimits.agentsTaskChars;
const inFull = (text: string): Quoted => quote(text, IN_FULL);
const inFullOrNull = (text: string | null): Quoted | null => (text === null ? null : inFull(text));
