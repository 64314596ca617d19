import { quoted } from '../kernel/quoted.ts';
import { allowedInWords } from '../permissions/model.ts';
import { workflowLimits } from './limits.ts';
import { worstCaseUsd, type Workflow } from './model.ts';

type WhatItDoes = Pick<Workflow, 'steps' | 'permissions' | 'expectation'>;

/** What each run of a workflow does and may do, in sentences for the person who decides. */
export function whatItMay(workflow: WhatItDoes): readonly string[] {
  const { permissions, expectation } = workflow;
  const may = allowedInWords(permissions);
  return [
    ...may,
    may.length === 0
      ? 'It may read, and nothing else without asking you.'
      : 'It may read. Everything else it asks.',
    ...(expectation?.kind === 'http' ? [`After each run the engine asks ${inFull(expectation.url)}.`] : []),
    `A run may cost up to $${worstCaseUsd(workflow)}, if each step uses all of its budget.`,
  ];
}

/** Everything that its owner decides about, in one text. */
export function questionAbout(workflow: Workflow): string {
  const { name, description, steps, parameters, expectation } = workflow;
  const what = description === null ? '' : ` ${inFull(description)}.`;
  const given = parameters.map(
    (one) =>
      ` Each run is given ${one.name} (a ${one.type})${one.description === null ? '' : `: ${inFull(one.description)}`}.`,
  );
  const all = steps.map(({ stepId, task, dependsOn, tools, budgetUsd, tier, onFailure }, index) =>
    [
      `Step ${index + 1} is called ${stepId}${dependsOn.length === 0 ? '' : ` and begins after ${dependsOn.join(', ')}`}: ${inFull(task)}.`,
      `It ${tools === null ? '' : `${usable(tools)} and `}may cost up to $${budgetUsd}.`,
      ...(tier === 'fast' ? ['It is for the fast model.'] : []),
      ...FAILING[onFailure],
    ].join(' '),
  );
  const success = expectation === null ? '' : ` Success is: ${inFull(JSON.stringify(expectation))}.`;
  return `${inFull(name)}.${what}${given.join('')} ${all.join(' ')} ${whatItMay(workflow).join(' ')}${success}`;
}

const usable = (tools: readonly string[]): string =>
  tools.length === 0 ? 'has no tools' : `has only the tools ${tools.map(inFull).join(', ')}`;

const FAILING = {
  stop: [],
  skip: ['If it fails, what depends on it is left out, and the others go on.'],
  continue: ['If it fails, all others go on.'],
} as const;

/** Nothing that is agreed to may be hidden behind a cut: what the agent writes is bounded when it is taken. */
const inFull = (text: string): string => quoted(text, 2 * workflowLimits.agentsTaskChars);
