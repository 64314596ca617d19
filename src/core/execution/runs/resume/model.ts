import type { RunId, TriggerId, WorkflowId } from '../../../kernel/ids.ts';

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
