import type { RunId, TriggerId, WorkflowId } from '../../../kernel/ids.ts';
import type { BackgroundWork, RunRequest } from '../request.ts';
import type { Run } from '../model.ts';

/** What another process needs to go on with a run; stored with its start. */
export interface Resumption {
  readonly isAttended: boolean | null;
  readonly background: {
    readonly triggerId: TriggerId | null;
    readonly workflowId: WorkflowId | null;
    /** US dollars; null: what the configuration allows. */
    readonly ceilingUsd: number | null;
    readonly isReserved: boolean;
    readonly isFast: boolean;
    readonly only: readonly string[] | null;
    readonly isTaskOfAgent: boolean;
  } | null;
}

/** A run that may go on, and how often it has done so. */
export interface Resumable {
  readonly runId: RunId;
  readonly resumption: Resumption;
  readonly times: number;
  /** Milliseconds of work and of waiting before the process that last executed it. */
  readonly elapsedMs: number;
  /** When that process began with it, in milliseconds since the epoch. */
  readonly since: number;
}

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
