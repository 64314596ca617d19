// Room: one piece of work, from its start to its last event. A run ends exactly once, and nothing that was
// streamed is thrown away.

import type { GivenInstructions } from '../../instance/instructions/model.ts';
import type { ToolSwitches } from '../../instance/tool-switches/model.ts';
import type { Out, Starter } from '../../trust/people/model.ts';
import type { PersonId, RunId, SessionId, ThreadId, ToolCallId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Says } from '../../kernel/says.ts';
import { saidIn, whyOf, type Because, type Why } from '../../kernel/worded.ts';
import type { Usage, PriceKnown } from '../../ports/model.ts';
import type { Attachment } from '../../conversation/threads/model.ts';
import { sayEnd as say } from './says.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import type { Words } from '../../ports/words.ts';

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

/**
 * Why a run is stopped. `timeout`: it took longer than it was given; `storage`: the journal could not keep an
 * event; `fault`: its loop broke; the others: nothing works any more for whom it worked.
 */
export type AbortCause = 'user' | 'timeout' | 'shutdown' | 'storage' | 'fault' | Out;

/**
 * The ceilings on spending. `person`: what the work of one person may cost on a day. `engine`: one of the configuration, for who
 * is not told how much others spend.
 */
export type CeilingName = InstanceCeiling | 'person' | 'engine';
/** As the configuration sets them. */
export type InstanceCeiling = 'run' | 'day' | 'month';

/** Why work came to nothing. */
export interface RunFailure extends Because {
  /** The same may succeed if it is repeated. */
  readonly retryable: boolean;
}

/** The same as rows and events keep it. */
export interface RunError extends Why {
  readonly retryable: boolean;
}

export const runErrorOf = ({ retryable, ...because }: RunFailure, words: Words): RunError => ({
  ...whyOf(because, words),
  retryable,
});

/** How a run ended: one value, from which the status, the row and the terminal event are derived. */
export type RunOutcome =
  | {
      readonly kind: 'done';
      readonly stopReason: StopReason;
      readonly text: string;
      /** Where the text is not the model's but the engine's own, the same as data. */
      readonly says?: readonly Says[];
      /** Why it was aborted, where no person who follows it did that. */
      readonly because?: RunFailure;
    }
  | { readonly kind: 'failed'; readonly error: RunFailure; readonly text: string }
  | {
      readonly kind: 'interrupted';
      readonly text: string;
      /** Where it was not the end of the process that cut it off. */
      readonly because?: RunFailure;
    };

/** The owner's settings that a run was given, as they were at its first model call. */
export interface GivenToRun {
  readonly instructions: readonly GivenInstructions[];
  readonly tools: ToolSwitches | null;
}

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
  /** Of its own turns only. */
  readonly usage: Usage;
  /** Including its sub-agents. */
  readonly costUsd: number;
  /** False if the cost is estimated: the price of a model was assumed, or a call did not report what it used. */
  readonly priceKnown: PriceKnown;
  readonly toolCallCount: number;
  readonly durationMs: number;
  /** Time spent waiting for a person; not part of `durationMs`. */
  readonly waitMs: number;
  readonly startedBy: Starter;
  /** The run that it repeats with recorded results; null for a run that works. */
  readonly replayOf: RunId | null;
  /** What the owner gave it besides the task. */
  readonly attachments: readonly Attachment[];
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

/** The end time to record for a run that ends now: never before its start, even if the clock was set back. */
export const endTime = ({ createdAt }: Pick<Run, 'createdAt'>, now: number): number =>
  Math.max(createdAt, now);

/** The final status of a run: it leaves `running` exactly once. */
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

/** What the readers of a run get if it did not reach an answer. */
export const errorOf = (outcome: Exclude<RunOutcome, { kind: 'done' }>): RunFailure =>
  outcome.kind === 'failed' ? outcome.error : (outcome.because ?? INTERRUPTED);

/** Why the run went wrong, for its row; null if nothing did. */
export const whyOfEnd = (outcome: RunOutcome): RunFailure | null =>
  outcome.kind === 'done' ? (outcome.because ?? null) : errorOf(outcome);

/** A failed model call, as the failure of the work that needed it. */
export const failureIn = ({ code, says, retryable }: RunFailure): RunFailure => ({ code, says, retryable });

/** The failure of work that was in progress when nothing worked any more for its person. */
export const OUT: Readonly<Record<Out, RunFailure>> = {
  disabled: { code: 'person_disabled', says: [say('run.person_disabled')], retryable: false },
  erasing: { code: 'own_erasure_running', says: [say('run.own_erasure_running')], retryable: false },
};

/** Whether it failed because nothing works any more for its person. */
export const isOut = ({ code }: Pick<RunFailure, 'code'>): boolean =>
  Object.values(OUT).some((one) => one.code === code);

/** How work has ended that could not end itself. */
export function outcomeOfEnd(why: RunFailure): RunOutcome {
  if (why.code === INTERRUPTED.code) return { kind: 'interrupted', text: '', because: why };
  if (isOut(why)) return { kind: 'done', stopReason: 'aborted', text: '', because: why };
  return { kind: 'failed', error: why, text: '' };
}

/** What was refused, as the failure of a run. */
export const refusedRun = ({ code, says }: Refusal): RunFailure => ({ code, says, retryable: true });

export const INTERRUPTED: RunFailure = {
  code: 'interrupted',
  says: [say('run.interrupted')],
  retryable: true,
};

/** Of a run whose storage was away for longer than it waits. */
export const STORAGE_LEFT: RunFailure = { ...INTERRUPTED, says: [say('run.storage_left')] };

/**
 * Model calls outside the turns of a run, for a summary, an extraction, a title, a sub-agent, a batch, or for hearing or saying
 * something. May take several requests.
 */
export interface SideCall {
  readonly sideCallId: string;
  readonly purpose:
    | 'compaction'
    | 'extraction'
    | 'title'
    | 'subagent'
    | 'batch'
    | 'transcription'
    | 'speech'
    | 'aside';
  /** Null once the thread is deleted. */
  readonly threadId: ThreadId | null;
  /** The run after which, or for which, it was made; null if its person asked for it. */
  readonly runId: RunId | null;
  /** Who pays for it. */
  readonly personId: PersonId;
  readonly model: string;
  readonly provider: string;
  readonly usage: Usage;
  readonly costUsd: number;
  readonly priceKnown: PriceKnown;
  readonly outcome: 'useful' | 'empty' | 'failed';
  readonly error: RunError | null;
  readonly createdAt: number;
}

/** A model call that has begun: `worstUsd` (US dollars) counts as its cost if the process dies before the call ends. */
export interface CallBegun {
  /** The id of the run, of the sub-agent or of the side call that makes it. */
  readonly callerId: string;
  readonly worstUsd: number;
  /** Set for a side call, which has no other record yet. */
  readonly sideCall: Pick<
    SideCall,
    'purpose' | 'threadId' | 'runId' | 'personId' | 'model' | 'provider'
  > | null;
  readonly createdAt: number;
}

/** What was stopped by a person. */
export const STOPPED: Because = { code: 'stopped', says: [say('run.aborted')] };

/** Why background work reached no answer; null if it did. `run`: null if it is not known any more. */
export function whyUnfinished(
  run: Pick<Run, 'threadId' | 'status' | 'stopReason' | 'error'> | null,
): Because | null {
  if (run === null || run.threadId === null)
    return { code: 'thread_deleted', says: [say('run.conversation-deleted')] };
  switch (run.status) {
    case 'running':
    case 'interrupted':
      return { code: INTERRUPTED.code, says: run.error ? saidIn(run.error) : INTERRUPTED.says };
    case 'aborted':
      return run.error ? { code: run.error.code, says: saidIn(run.error) } : STOPPED;
    case 'failed':
      return {
        code: run.error?.code ?? 'internal',
        says: run.error ? saidIn(run.error) : [say('run.failed')],
      };
    case 'completed':
      return run.stopReason === 'end_turn' || run.stopReason === null
        ? null
        : {
            code: run.stopReason,
            says: [UNFINISHED[run.stopReason] ?? say('run.unfinished')],
          };
  }
}

const UNFINISHED: Readonly<Partial<Record<StopReason, Says>>> = {
  aborted: say('run.aborted'),
  max_iterations: say('run.max_iterations'),
  budget: say('run.budget'),
  output_limit: say('run.output_limit'),
  refused: say('run.refused'),
  loop: say('run.loop'),
};
