// Room: a run, step by step: what it spent its time and money on.

import type { Usage } from '../../ports/model.ts';
import type { RunId, ToolCallId } from '../../kernel/ids.ts';
import type { RunStatus } from '../runs/model.ts';

/**
 * What a run spent its time on: a call of the model or of a tool; a wait for its owner (`question`), for the provider
 * (`retry`) or for another process (`restart`); a sub-agent; a cost ceiling that came near (`limit`).
 */
export type SpanKind = 'model' | 'tool' | 'question' | 'retry' | 'restart' | 'agent' | 'limit';

export interface Span {
  readonly kind: SpanKind;
  /** The model, the tool, the sub-agent, the ceiling, or the code of what went wrong. */
  readonly name: string;
  /** The sub-agent that did it, by its id; null for the run itself. */
  readonly agentId: string | null;
  readonly startedAt: number;
  /** Null while it lasts. */
  readonly durationMs: number | null;
  /** Null for what costs nothing by itself. Of a sub-agent: the sum of its model calls, which are listed, too. */
  readonly costUsd: number | null;
  readonly usage: Usage | null;
  /** Whether it did what it was for; null where that is no question, or not known yet. */
  readonly success: boolean | null;
  readonly toolCallId: ToolCallId | null;
  /** The last message of the thread that belongs to this step: a fork can end after it. Null where there is none. */
  readonly seq: number | null;
}

export interface Timeline {
  readonly runId: RunId;
  readonly status: RunStatus;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** In the order of their starts. */
  readonly spans: readonly Span[];
  /** There are more than are listed. */
  readonly isCut: boolean;
}

export const timelineLimits = { spans: 2_000, events: 500 } as const;
