import { NOT_FOLLOWED } from '../../conversation/background/model.ts';
import { shortened } from '../../kernel/quoted.ts';
import { untrusted } from '../../trust/untrusted/untrusted.ts';
import { workflowLimits } from './limits.ts';
import type { Step, StepResult, WorkflowRun } from './model.ts';

/** What the agent is told to do for a step. */
export const taskOfStep = ({ task }: Step, { name }: WorkflowRun): string =>
  `${task}\n\n[A step of the workflow ${JSON.stringify(name)}. ${NOT_FOLLOWED} Other steps see only your last message: end with the result, complete and without comments on your work.]`;

/**
 * The values of the parameters, marked as text of others: a page could have written them. Undefined: there are none. Values
 * that the agent chose make the whole task the agent's (`isOfAgent`).
 */
export const parametersForStep = ({ parameters }: WorkflowRun, nonce: string): string | undefined =>
  Object.keys(parameters).length === 0
    ? undefined
    : untrusted({ text: JSON.stringify(parameters, null, 1), source: 'the parameters of this run', nonce });

/** What the steps that it needs have found out, marked as text of others: models wrote it. Undefined: nothing. */
export function resultsForStep(
  { dependsOn }: Step,
  results: readonly StepResult[],
  nonce: string,
): string | undefined {
  const parts = dependsOn.flatMap((stepId) => {
    const found = results.find((one) => one.stepId === stepId);
    return found ? [resultOf(found, nonce)] : [];
  });
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
