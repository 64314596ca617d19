import type { RunId, TaskId, ThreadId, TriggerId, WorkflowRunId } from '../../kernel/ids.ts';
import type { Json } from '../../kernel/json.ts';

/** What begins together with a run, or instead of one, in one commit. */
export type BackgroundChange = FireBegun | TaskBegun | StepBegun;

/** Why a trigger fires: its time has come, its owner asked for it, or it is tried without effects. */
export type FireCause = 'due' | 'asked' | 'test';

/**
 * Why due times passed without a fire: the engine was not running; the machine slept, or its clock was set; a backup was
 * restored, and what was due before may have been done already; its person was disabled.
 */
export type MissedBecause = 'not_running' | 'asleep' | 'restored' | 'disabled';

/** A trigger fires. Refused (`JournalConflict`) if it has fired for this due time and cause, or is gone. */
export interface FireBegun {
  readonly change: 'fire.begin';
  readonly triggerId: TriggerId;
  /** The time that it was due. */
  readonly dueAt: number;
  readonly cause: FireCause;
  /** Null for what is not done by a run. */
  readonly runId: RunId | null;
  /** The run of a workflow that does it; absent: none. */
  readonly workflowRunId?: WorkflowRunId;
  readonly startedAt: number;
  /** Due times before this one for which it did not fire. */
  readonly missed: number;
  /** Null if none. */
  readonly missedBecause: MissedBecause | null;
  /** What its expectation is compared with afterwards. */
  readonly baseline: Json;
  /** When it is due again; null: never. Absent: as before. */
  readonly nextDueAt?: number | null;
  /** The text of the watched page, which has changed. */
  readonly watched?: string;
}

/** A step of a workflow begins. Refused (`JournalConflict`) unless it waits. */
export interface StepBegun {
  readonly change: 'workflow-step.begin';
  readonly workflowRunId: WorkflowRunId;
  readonly stepId: string;
  readonly runId: RunId;
  readonly at: number;
}

/** The agent begins to work on a task. Ignored if the task is gone. */
export interface TaskBegun {
  readonly change: 'task.begin';
  readonly taskId: TaskId;
  readonly runId: RunId;
  readonly threadId: ThreadId;
  readonly at: number;
}
