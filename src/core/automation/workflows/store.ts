import type { Why } from '../../kernel/worded.ts';
import type { PriceKnown, Usage } from '../../ports/model.ts';
import type { Whose } from '../../trust/people/model.ts';
import type { IdsOfWork } from '../../conversation/background/port.ts';
import type { Json } from '../../kernel/json.ts';
import type { RunId, SessionId, ThreadId, TriggerId, WorkflowId, WorkflowRunId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Says } from '../../kernel/says.ts';
import type { Worded } from '../../kernel/worded.ts';
import type {
  StepResult,
  StepState,
  StepStatus,
  Workflow,
  WorkflowPlan,
  WorkflowOutcome,
  WorkflowRun,
  WorkflowRunSummary,
  WorkflowStatus,
} from './model.ts';

/** A workflow, and what each run of it may do. */
export interface ShownPlan extends WorkflowPlan {
  readonly mayDo: readonly Says[];
}

export type ShownWorkflow = ShownPlan & Workflow;

/** Of one step, over the runs of some days. */
export interface StepStats {
  readonly name: string;
  readonly stepId: string;
  /** Every attempt counts, whatever became of the step later. */
  readonly runs: number;
  readonly failures: number;
  /** Of the last attempts, without the time in which they waited for their owner. */
  readonly avgDurationMs: number;
  readonly p95DurationMs: number;
  /** For its owner. */
  readonly avgWaitMs: number;
  readonly avgCostUsd: number;
  /** Costs are no estimates. */
  readonly priceKnown: PriceKnown;
}

/** Of one workflow, over its runs of some days. */
export interface CostStats {
  readonly name: string;
  readonly runs: number;
  readonly totalCostUsd: number;
  readonly avgCostUsd: number;
  /** Costs are no estimates. */
  readonly priceKnown: PriceKnown;
  /** From its start to its end, whatever it waited for. */
  readonly avgDurationMs: number;
  /** Of its steps together, for its owner. Steps side by side may wait at the same time. */
  readonly avgWaitMs: number;
}

/** A trigger that carries a workflow out. */
export interface TriggerOfWorkflow {
  readonly triggerId: TriggerId;
  readonly title: string;
}

interface Place {
  readonly limit: number;
  readonly after: number | null;
}

/** `workflowId`: of one workflow only; null: of all. */
export interface RunsQuery extends Place {
  readonly workflowId: WorkflowId | null;
}

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface WorkflowStore {
  /** Ids of workflows that begin like this. */
  readonly definitionIdsLike: IdsOfWork['idsLike'];
  /** Ids of runs of workflows that begin like this. */
  readonly runIdsLike: IdsOfWork['idsLike'];
  get(whose: Whose, workflowId: WorkflowId): Promise<Workflow | null>;
  /** The triggers that carry it out and are not over, the oldest first. */
  triggersOf(workflowId: WorkflowId, limit: number): Promise<readonly TriggerOfWorkflow[]>;
  /** The newest first. */
  list(whose: Whose, query: Place): Promise<Page<Workflow, number>>;
  run(whose: Whose, workflowRunId: WorkflowRunId): Promise<WorkflowRun | null>;
  /** The newest first; of one workflow only, where `workflowId` is given. */
  runs(whose: Whose, query: RunsQuery): Promise<Page<WorkflowRunSummary, number>>;
  /** In the order of the workflow. */
  steps(workflowRunId: WorkflowRunId): Promise<readonly StepResult[]>;
  /** The same without their results. */
  stepStates(workflowRunId: WorkflowRunId): Promise<readonly StepState[]>;
  step(workflowRunId: WorkflowRunId, stepId: string): Promise<StepResult | null>;
  baselineOf(workflowRunId: WorkflowRunId): Promise<Json>;
  /** Runs in progress, the oldest first. */
  unfinished(): Promise<readonly WorkflowRun[]>;
  byKey(workflowId: WorkflowId, key: string): Promise<WorkflowRun | null>;
  stepStats(whose: Whose, since: number, limit: number): Promise<readonly StepStats[]>;
  costStats(whose: Whose, since: number, limit: number): Promise<readonly CostStats[]>;
}

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
      readonly pause: Worded | null;
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
