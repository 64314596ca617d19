import { shortened } from '../kernel/quoted.ts';
import { untrusted } from '../untrusted/untrusted.ts';
import { workflowLimits } from './limits.ts';
import type { Step, StepResult, WorkflowRun } from './model.ts';

/** What the agent is told to do for a step. */
export const taskOfStep = ({ task }: Step, { name }: WorkflowRun): string =>
  `${task}\n\n[A step of the workflow ${JSON.stringify(name)}. Your owner does not follow this; a question waits for them. Other steps see only your last message: end with the result, complete and without comments on your work.]`;

/**
 * What comes with the task: the values of the parameters, and what the steps before it found out. All of it is marked as
 * text of others, because pages and models wrote it. Undefined: nothing.
 */
export function materialOfStep(
  { dependsOn }: Step,
  { parameters }: WorkflowRun,
  results: readonly StepResult[],
  nonce: string,
): string | undefined {
  const values = Object.keys(parameters).length === 0 ? [] : [parameters];
  const parts = [
    ...values.map((all) =>
      untrusted({ text: JSON.stringify(all, null, 1), source: 'the parameters of this run', nonce }),
    ),
    ...dependsOn.flatMap((stepId) => {
      const found = results.find((one) => one.stepId === stepId);
      return found ? [resultOf(found, nonce)] : [];
    }),
  ];
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

function resultOf({ stepId, status, result, error }: StepResult, nonce: string): string {
  if (status !== 'completed')
    return untrusted({
      text: error?.error ?? 'No reason is known.',
      source: `the step ${stepId}, which failed`,
      nonce,
    });
  const text = shortened(result ?? '', workflowLimits.givenChars);
  return untrusted({ text, source: `the result of the step ${stepId}`, nonce });
}
