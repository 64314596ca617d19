import type { Json } from '../../kernel/json.ts';
import type { RunId, SessionId, ThreadId, WorkflowId, WorkflowRunId } from '../../kernel/ids.ts';
import type { Usage, PriceKnown } from '../../ports/model.ts';
import type { StepStatus, Why, Workflow, WorkflowOutcome, WorkflowRun, WorkflowStatus } from './model.ts';

interface OfStep {
  readonly workflowRunId: WorkflowRunId;
  readonly stepId: string;
}

export type WorkflowChange =
  | { readonly change: 'workflow.add'; readonly workflow: Workflow }
  /** Its runs stay. Refused (`JournalConflict`) if it is gone, or triggers carry it out that are not to be paused. */
  | {
      readonly change: 'workflow.delete';
      readonly workflowId: WorkflowId;
      /** Pauses the triggers that carry it out for this reason; null: there must be none. */
      readonly pause: string | null;
      readonly at: number;
    }
  /** With its steps, which wait. Refused (`JournalConflict`) if the workflow is gone, or the key was used. */
  | {
      readonly change: 'workflow-run.begin';
      readonly run: WorkflowRun;
      readonly idempotencyKey: string | null;
      /** What its expectation is compared with afterwards. */
      readonly baseline: Json;
    }
  /** The conversation of a step, before its first attempt. */
  | ({
      readonly change: 'workflow-step.place';
      readonly threadId: ThreadId;
      readonly sessionId: SessionId;
    } & OfStep)
  /** Ends a step that is at work, or waits. Ignored if it has ended. */
  | ({
      readonly change: 'workflow-step.end';
      /** The attempt that it is about; null if there was none. */
      readonly runId: RunId | null;
      readonly status: Exclude<StepStatus, 'waiting' | 'running'>;
      readonly result: string | null;
      readonly isTruncated: boolean;
      readonly error: Why | null;
      /** Null: there was no attempt. */
      readonly usage: Usage | null;
      /** Of this attempt. */
      readonly costUsd: number;
      /** `costUsd` is no estimate. */
      readonly priceKnown: PriceKnown;
      readonly at: number;
    } & OfStep)
  | { readonly change: 'workflow-run.stop'; readonly workflowRunId: WorkflowRunId; readonly at: number }
  /** Refused (`JournalConflict`) if it has ended. */
  | {
      readonly change: 'workflow-run.end';
      readonly workflowRunId: WorkflowRunId;
      readonly status: Exclude<WorkflowStatus, 'running'>;
      readonly outcome: WorkflowOutcome;
      readonly error: Why | null;
      readonly at: number;
    }
  /** With its steps and their results. Refused (`JournalConflict`) while it is in progress. */
  | { readonly change: 'workflow-run.delete'; readonly workflowRunId: WorkflowRunId }
  /** Begins the steps that did not succeed once more. Refused (`JournalConflict`) while it is in progress. */
  | { readonly change: 'workflow-run.retry'; readonly workflowRunId: WorkflowRunId };
