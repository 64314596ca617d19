import type { RunId, SessionId, ThreadId, ToolCallId } from '../kernel/ids.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Usage } from '../ports/model.ts';

/** Who starts an attended run. */
export const OWNER = 'owner';

export type RunStatus = 'running' | 'completed' | 'failed' | 'aborted' | 'interrupted';

/** Why a run ended. `turn_end` may also say `tool_use`: the run goes on with the results. */
export type StopReason =
  | 'end_turn'
  | 'aborted'
  | 'max_iterations'
  | 'budget'
  | 'output_limit'
  | 'refused'
  | 'loop';

/** Why a run is stopped. `storage`: the journal could not keep an event; `fault`: its loop broke. */
export type AbortCause = 'user' | 'shutdown' | 'storage' | 'fault';

/** What limits spending. */
export type CeilingName = 'run' | 'day' | 'month';

export interface RunError {
  readonly code: string;
  readonly error: string;
  readonly retryable: boolean;
}

/** How a run ended: one value, from which the status, the row and the terminal event are derived. */
export type RunOutcome =
  | { readonly kind: 'done'; readonly stopReason: StopReason; readonly text: string }
  | { readonly kind: 'failed'; readonly error: RunError; readonly text: string }
  | { readonly kind: 'interrupted'; readonly text: string };

export interface Run {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  /** Null once the thread was deleted. */
  readonly threadId: ThreadId | null;
  readonly task: string;
  readonly status: RunStatus;
  readonly stopReason: StopReason | null;
  readonly model: string;
  readonly provider: string;
  readonly profile: string | null;
  /** Of its own turns. */
  readonly usage: Usage;
  /** With what its sub-agents cost. */
  readonly costUsd: number;
  readonly toolCallCount: number;
  readonly durationMs: number;
  /** Time spent waiting for a person; no part of what the run cost in time. */
  readonly waitMs: number;
  readonly startedBy: string;
  readonly createdAt: number;
  readonly endedAt: number | null;
  readonly error: RunError | null;
}

export interface ToolCallRecord {
  readonly toolCallId: ToolCallId;
  readonly runId: RunId;
  /** The name of the sub-agent that made it; null for the run itself. */
  readonly agent: string | null;
  readonly name: string;
  readonly input: JsonObject;
  /** Null while the outcome is unknown. */
  readonly output: string | null;
  readonly success: boolean | null;
  readonly startedAt: number;
  readonly durationMs: number | null;
}

/** When a run is said to have ended that ends now: never before it began, also when the clock was set back meanwhile. */
export const endTime = ({ createdAt }: Pick<Run, 'createdAt'>, now: number): number =>
  Math.max(createdAt, now);

/** The state table of a run: `running` ends exactly once, and never begins again. */
export function statusAfter(outcome: RunOutcome): Exclude<RunStatus, 'running'> {
  switch (outcome.kind) {
    case 'done':
      return outcome.stopReason === 'aborted' ? 'aborted' : 'completed';
    case 'failed':
      return 'failed';
    case 'interrupted':
      return 'interrupted';
  }
}

/** What the run's row and its readers are told when a run did not come to an answer. */
export const errorOf = (outcome: Exclude<RunOutcome, { kind: 'done' }>): RunError =>
  outcome.kind === 'failed' ? outcome.error : INTERRUPTED;

export const INTERRUPTED: RunError = {
  code: 'interrupted',
  error:
    'The engine stopped before this run was finished. What it had done is kept; send the task again to go on.',
  retryable: true,
};

/** Asked of a model beside the turns of runs: a summary, what is worth remembering, a sub-agent. One may take several calls. */
export interface SideCall {
  readonly sideCallId: string;
  readonly purpose: 'compaction' | 'extraction' | 'subagent';
  /** Null once the thread is deleted. */
  readonly threadId: ThreadId | null;
  /** After which it was made, or for which; null where the owner asked for it. */
  readonly runId: RunId | null;
  readonly model: string;
  readonly provider: string;
  readonly usage: Usage;
  readonly costUsd: number;
  readonly outcome: 'useful' | 'empty' | 'failed';
  readonly error: RunError | null;
  readonly createdAt: number;
}

/** A model call that has begun: `worstUsd` (US dollars) counts as its cost if the process dies before it is over. */
export interface CallBegun {
  /** The id of the run, of the sub-agent or of the side call that makes it. */
  readonly callerId: string;
  readonly worstUsd: number;
  /** Of a side call that has no other trace yet. */
  readonly sideCall: Pick<SideCall, 'purpose' | 'threadId' | 'runId' | 'model' | 'provider'> | null;
  readonly createdAt: number;
}
