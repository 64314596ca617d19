import type { BackgroundWork, RunRequest } from '../request.ts';
import type { Run } from '../model.ts';
import type { Resumption } from './model.ts';

/** Null for a run that ends when its process does. */
export function resumptionOf({ resume, isAttended, background }: RunRequest): Resumption | null {
  if (resume !== true) return null;
  if (background?.tools) throw new Error('Tools that are wrapped cannot be made again by another process.');
  return { isAttended: isAttended ?? null, background: background ? stored(background) : null };
}

const stored = ({
  triggerId,
  workflowId = null,
  ceilingUsd,
  isReserved = false,
  isFast = false,
  only = null,
  isTaskOfAgent,
}: BackgroundWork): Resumption['background'] => ({
  triggerId,
  workflowId,
  ceilingUsd: Number.isFinite(ceilingUsd) ? ceilingUsd : null,
  isReserved,
  isFast,
  only,
  isTaskOfAgent,
});

/** The request that the run was started with, as far as going on with it needs it. */
export function requestAgain(
  { runId, task, profile, startedBy }: Run,
  { isAttended, background }: Resumption,
): RunRequest {
  return {
    runId,
    task,
    profile,
    startedBy,
    idempotencyKey: null,
    resume: true,
    ...(isAttended === null ? {} : { isAttended }),
    ...(background === null
      ? {}
      : {
          background: {
            ...background,
            ceilingUsd: background.ceilingUsd ?? Infinity,
            alongside: [],
          },
        }),
  };
}
