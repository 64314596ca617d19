import type { Because } from '../../kernel/worded.ts';
import { sayEnd as sayRunEnd } from '../../execution/runs/says.ts';
import { saidIn } from '../../kernel/worded.ts';
import { isSettled, type Step, type StepState, type WorkflowStatus } from './model.ts';
import { sayEnd as say } from './says.ts';

/** What a run of a workflow should do next. */
export interface Progress {
  /** Steps that may begin, in the order of the workflow. */
  readonly begin: readonly string[];
  /** Steps that will never begin, and why. */
  readonly skip: readonly { readonly stepId: string; readonly why: Because }[];
  /** How it ended; null while a step is waiting or at work. */
  readonly end: {
    readonly status: Exclude<WorkflowStatus, 'running'>;
    readonly error: Because | null;
  } | null;
}

type Now = Pick<StepState, 'stepId' | 'status' | 'error'>;

/**
 * Decides from the states of the steps alone, so the same after a restart as before. A step begins when all that it needs
 * has ended well, or has failed where the workflow goes on without it. `stopping`: why nothing more of it begins.
 */
export function progressOf(
  steps: readonly Step[],
  results: readonly Now[],
  stopping: Because | null,
): Progress {
  const now = new Map(results.map((one) => [one.stepId, one]));
  const planned = new Map(steps.map((one) => [one.stepId, one]));
  const stateOf = (stepId: string): Now => now.get(stepId) ?? { stepId, status: 'waiting', error: null };
  const stopper = steps.find(
    ({ stepId, onFailure }) => onFailure === 'stop' && stateOf(stepId).status === 'failed',
  );
  const begin: string[] = [];
  const skip: { readonly stepId: string; readonly why: Because }[] = [];
  for (const { stepId, dependsOn } of steps) {
    if (stateOf(stepId).status !== 'waiting') continue;
    const why = stopping ?? (stopper ? after(stopper.stepId) : neverBegins(dependsOn));
    if (why) skip.push({ stepId, why });
    else if (dependsOn.every(isThere)) begin.push(stepId);
  }
  const isOver = steps.every(({ stepId }) => isSettled(stateOf(stepId)));
  return { begin, skip, end: isOver ? endOf() : null };

  function isThere(stepId: string): boolean {
    const { status } = stateOf(stepId);
    return status === 'completed' || (status === 'failed' && planned.get(stepId)?.onFailure === 'continue');
  }

  function neverBegins(dependsOn: readonly string[]): Because | null {
    const missing = dependsOn.find((needed) => isSettled(stateOf(needed)) && !isThere(needed));
    return missing === undefined ? null : after(missing);
  }

  function endOf(): Progress['end'] {
    const all = steps.map(({ stepId }) => stateOf(stepId));
    const failed = all.find(({ status }) => status === 'failed');
    const done = all.filter(({ status }) => status === 'completed').length;
    if (stopping && done < all.length) return { status: 'aborted', error: stopping };
    if (!failed) return { status: 'completed', error: null };
    const why = failed.error ? saidIn(failed.error) : [sayRunEnd('run.no-reason')];
    const error = {
      code: failed.error?.code ?? 'step_failed',
      says: [say('workflow.step-failed', { step: failed.stepId, why })],
    };
    return { status: stopper || done === 0 ? 'failed' : 'partial', error };
  }
}

const after = (stepId: string): Because => ({
  code: 'step_not_done',
  says: [say('workflow.step-not-begun', { step: stepId })],
});
