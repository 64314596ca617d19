// Room: work in steps: definitions, runs, results, retries, statistics. What is next follows from the rows
// alone (`progress.ts`); a step that ended is not done again by itself.

import type { Starter } from '../../trust/people/model.ts';
import type { Expectation } from '../expectations/model.ts';
import type { PersonId, RunId, SessionId, ThreadId, WorkflowId, WorkflowRunId } from '../../kernel/ids.ts';
import type { Why } from '../../kernel/worded.ts';
import type { Permissions } from '../permissions/model.ts';
import type { Usage, PriceKnown } from '../../ports/model.ts';

/** `fast`: the provider's fast model where one is known, otherwise the usual one. */
export type Tier = 'same' | 'fast';

/**
 * What a failed step means for the others. `stop`: no other step begins. `skip`: the steps that need it are skipped.
 * `continue`: they begin all the same, and are told that it failed.
 */
export type OnFailure = 'stop' | 'skip' | 'continue';

/** One piece of work of the agent, in a conversation of its own. */
export interface Step {
  /** Unique in its workflow. */
  readonly stepId: string;
  /** What the agent should do. */
  readonly task: string;
  /** The steps whose results it needs. */
  readonly dependsOn: readonly string[];
  readonly tier: Tier;
  /** A model profile; null: `worker_profile`. */
  readonly profile: string | null;
  /** The only tools that it is offered; null: all but those that start other work. */
  readonly tools: readonly string[] | null;
  /** What it may cost, in US dollars; reserved before it begins. */
  readonly budgetUsd: number;
  /** Null: as long as any run may take. The time in which it waits for its owner counts. */
  readonly timeoutMs: number | null;
  readonly onFailure: OnFailure;
}

export type ParameterType = 'string' | 'number' | 'boolean';
export type ParameterValue = string | number | boolean;

/** A value that each run is given. */
export interface Parameter {
  readonly name: string;
  readonly description: string | null;
  readonly type: ParameterType;
  /** Null: each run must be given one. */
  readonly default: ParameterValue | null;
}

export type Parameters = Readonly<Record<string, ParameterValue>>;

/** Work in steps, which can be done again and again. */
export interface WorkflowPlan {
  readonly workflowId: WorkflowId;
  readonly name: string;
  readonly description: string | null;
  readonly steps: readonly Step[];
  readonly parameters: readonly Parameter[];
  /** What its steps may do without asking. */
  readonly permissions: Permissions;
  /** What success is; null: it cannot be told. */
  readonly expectation: Expectation | null;
  /** The agent wrote it: nothing in it counts as words of the owner. */
  readonly isOfAgent: boolean;
  /** `owner`: the person whose it is; or `agent`. */
  readonly createdBy: string;
  readonly createdAt: number;
}

/** One that is somebody's. */
export interface Workflow extends WorkflowPlan {
  readonly personId: PersonId;
}

export type WorkflowStatus = 'running' | 'completed' | 'partial' | 'failed' | 'aborted' | 'interrupted';

/** `verified`: what it was for is there. `unverified`: it ended well, and nothing says what success is. */
export type WorkflowOutcome = 'verified' | 'unverified' | 'failed';

/** One time that a workflow was carried out. Instants are milliseconds since the epoch. */
export interface WorkflowRunSummary {
  readonly workflowRunId: WorkflowRunId;
  /** Null once the workflow was deleted. */
  readonly workflowId: WorkflowId | null;
  readonly name: string;
  readonly status: WorkflowStatus;
  /** Null until it has ended. */
  readonly outcome: WorkflowOutcome | null;
  readonly error: Why | null;
  readonly stepCount: number;
  /** Steps that have ended, in whichever way. */
  readonly stepsDone: number;
  /** Of all attempts of all steps that have ended. */
  readonly costUsd: number;
  /** `costUsd` is no estimate. */
  readonly priceKnown: PriceKnown;
  readonly startedBy: Starter;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** When it was asked to stop. */
  readonly stoppedAt: number | null;
}

/** All of it, as it was planned when it began. */
export interface WorkflowRun extends WorkflowRunSummary {
  readonly steps: readonly Step[];
  readonly parameters: Parameters;
  readonly expectation: Expectation | null;
  readonly isOfAgent: boolean;
}

/** `waiting`: for other steps, or for a place. */
export type StepStatus = 'waiting' | 'running' | 'completed' | 'failed' | 'skipped';

/** How far one step of a run has come. */
export interface StepState {
  readonly stepId: string;
  readonly status: StepStatus;
  /** From 1; each retry adds one. */
  readonly attempt: number;
  /** The run of its last attempt. */
  readonly runId: RunId | null;
  /** Its conversation, which all of its attempts share. */
  readonly threadId: ThreadId | null;
  readonly sessionId: SessionId | null;
  readonly error: Why | null;
  /** Of its last attempt. */
  readonly usage: Usage;
  /** Of all attempts. */
  readonly costUsd: number;
  /** `costUsd` is no estimate. */
  readonly priceKnown: PriceKnown;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** The same with its result, which may be long. */
export interface StepResult extends StepState {
  readonly result: string | null;
  /** `result` is only its beginning. */
  readonly isTruncated: boolean;
}

export const BY_AGENT = 'agent';

/** What a run of it can cost at most, in US dollars: each step reserves its budget before it begins. */
export const worstCaseUsd = ({ steps }: Pick<Workflow, 'steps'>): number =>
  steps.reduce((sum, { budgetUsd }) => sum + budgetUsd, 0);

export const isSettled = ({ status }: Pick<StepState, 'status'>): boolean =>
  status !== 'waiting' && status !== 'running';
