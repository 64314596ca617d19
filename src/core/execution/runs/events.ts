import type { AgentEvent } from '../../instance/agents/model.ts';
import type { RunId, SessionId, ToolCallId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Says } from '../../kernel/says.ts';
import type { PromptAsked } from '../../conversation/prompts/model.ts';
import type { ModelRetry, Usage, PriceKnown } from '../../ports/model.ts';
import type { CallProgress } from '../../ports/tools.ts';
import type { Compaction } from '../../conversation/threads/model.ts';
import type { CeilingName } from './model.ts';
import { isUnchanged, type PendingSet } from '../../workspace/changesets/model.ts';
import { errorOf, runErrorOf, type Run, type RunError, type RunOutcome, type StopReason } from './model.ts';
import type { Words } from '../../ports/words.ts';

/** What happens in a run, as clients see it (specification › Events › HTTP run stream). */
export type RunEventData =
  | { readonly type: 'text'; readonly data: { readonly text: string } }
  | {
      readonly type: 'thinking';
      /** `replacesText`: it repeats all text of the turn so far, which was these thoughts and not the answer. */
      readonly data: { readonly summary: string; readonly replacesText?: true };
    }
  | {
      readonly type: 'tool_call';
      readonly data: { readonly toolCallId: ToolCallId; readonly name: string; readonly input: JsonObject };
    }
  | {
      readonly type: 'tool_result';
      readonly data: {
        readonly toolCallId: ToolCallId;
        readonly name: string;
        readonly output: string;
        readonly success: boolean;
      };
    }
  | PromptAsked
  | {
      readonly type: 'turn_end';
      readonly data: {
        readonly stopReason: StopReason | 'tool_use';
        readonly usage: Usage;
        readonly model: string;
        readonly costUsd: number;
        /** Absent in events of earlier versions. */
        readonly priceKnown?: PriceKnown;
      };
    }
  | {
      readonly type: 'retry';
      /** In events of earlier versions without `says`. */
      readonly data: Omit<ModelRetry, 'type' | 'says'> & {
        readonly reason: string;
        readonly says?: readonly Says[];
      };
    }
  | {
      readonly type: 'resumed';
      /** `times`: how often so far. `costUsd`: the worst case of a call that was cut off, which counts as spent. */
      readonly data: { readonly times: number; readonly costUsd: number };
    }
  | {
      readonly type: 'tools_offered';
      /** `tokens`: of their definitions. `leftOut`: by family, or by tool server. `noRoom`: of these, what is needed. */
      readonly data: {
        readonly tools: readonly string[];
        readonly tokens: number;
        readonly leftOut: readonly { readonly family: string; readonly tools: number }[];
        readonly noRoom: readonly string[];
      };
    }
  | {
      readonly type: 'message_cut';
      /** Of the texts that were too long for the model's window: their characters, and those that it was not shown. */
      readonly data: { readonly chars: number; readonly leftOut: number };
    }
  | { readonly type: 'continuation'; readonly data: { readonly iteration: number; readonly max: number } }
  | {
      readonly type: 'cost_warning';
      readonly data: { readonly ceiling: CeilingName; readonly spentUsd: number; readonly limitUsd: number };
    }
  | {
      readonly type: 'compaction';
      readonly data: Pick<Compaction, 'trigger' | 'tokensBefore' | 'tokensAfter'>;
    }
  | { readonly type: 'subagent'; readonly data: AgentEvent }
  | {
      readonly type: 'changeset_ready';
      readonly data: { readonly runId: RunId; readonly sessionId: SessionId; readonly fileCount: number };
    }
  | {
      readonly type: 'done';
      readonly data: {
        readonly runId: RunId;
        readonly text: string;
        /** Where the text is the engine's own. */
        readonly says?: readonly Says[];
        readonly stopReason: StopReason;
        readonly usage: Usage;
        readonly costUsd: number;
        /** Absent in events of earlier versions. */
        readonly priceKnown?: PriceKnown;
        readonly durationMs: number;
      };
    }
  | { readonly type: 'error'; readonly data: RunError & { readonly runId: RunId } };

/**
 * `id` counts from 1 within a run. An id exists only once its event is committed. Only a loss of power leaves a gap:
 * the ids in it belonged to lost events and are never reused.
 */
export type RunEvent = RunEventData & { readonly id: number };

/** Marks lost events in a replay. It is not stored, so it has no id. */
export interface ReplayGap {
  readonly type: 'replay_unavailable';
  /** The id of the next event. */
  readonly data: { readonly oldestId: number };
  readonly id: null;
}

/** How far a call of the run, or of one of its sub-agents, is. Told as it happens and not stored, so it has no id. */
export interface ToolProgress {
  readonly type: 'tool_progress';
  readonly data: CallProgress & { readonly toolCallId: ToolCallId };
  readonly id: null;
}

export type StreamedEvent = RunEvent | ReplayGap | ToolProgress;

/** Exactly one of these ends every run. */
export const isTerminal = (event: RunEventData): boolean => event.type === 'done' || event.type === 'error';

export interface RunTotals {
  readonly usage: Usage;
  readonly costUsd: number;
  readonly priceKnown: PriceKnown;
  readonly durationMs: number;
}

export function terminalEvent(
  runId: RunId,
  outcome: RunOutcome,
  totals: RunTotals,
  words: Words,
): RunEventData {
  if (outcome.kind !== 'done')
    return { type: 'error', data: { runId, ...runErrorOf(errorOf(outcome), words) } };
  const { text, says, stopReason } = outcome;
  return { type: 'done', data: { runId, text, ...(says && { says }), stopReason, ...totals } };
}

/** Precedes the terminal event of a run that has pending changes. */
export function changesEvent(
  { runId, sessionId }: Pick<Run, 'runId' | 'sessionId'>,
  set: PendingSet | null,
): readonly RunEventData[] {
  if (set?.runId !== runId) return [];
  const fileCount = set.files.filter((file) => !isUnchanged(file)).length;
  return fileCount === 0 ? [] : [{ type: 'changeset_ready', data: { runId, sessionId, fileCount } }];
}
