import { modelLimits } from '../../../instance/models/limits.ts';
import {
  costOfEnd,
  priceKnownOf,
  type Model,
  type ModelEnd,
  type ModelRetry,
  type RequestedToolCall,
} from '../../../ports/model.ts';
import { SEARCHED, type MessageBlock } from '../../../conversation/threads/model.ts';
import type { RunWrite } from '../store.ts';
import type { RunEventData } from '../events.ts';
import type { StopReason } from '../model.ts';
import type { Worker } from './worker.ts';

/** Notes in the thread that the provider searched by itself: from there on the model has seen untrusted content. */
export const searched = (end: ModelEnd): readonly MessageBlock[] =>
  'found' in end && end.found
    ? [
        {
          type: 'note',
          code: SEARCHED,
          detail: SEARCH_NOTE,
          found: end.found.slice(0, modelLimits.maxVendorResults),
        },
      ]
    : [];

const SEARCH_NOTE = 'The provider searched the web for this answer.';

export const listenerFor = (live: Worker) => ({
  text: (text: string) => live.log.delta({ type: 'text', data: { text } }),
  thinking: (summary: string) => live.log.delta({ type: 'thinking', data: { summary } }),
  wasThinking: (summary: string) =>
    live.log.delta({ type: 'thinking', data: { summary, replacesText: true } }),
  retry: ({ type, ...data }: ModelRetry) => live.log.delta({ type, data }),
});

export function turnEnd(model: Model, end: ModelEnd, stopReason: StopReason | 'tool_use'): RunEventData {
  const { usage } = end;
  return {
    type: 'turn_end',
    data: {
      stopReason,
      usage,
      model: model.id,
      costUsd: costOfEnd(end, model.price),
      priceKnown: priceKnownOf(end, model.price),
    },
  };
}

export function toolCallEvent({ toolCallId, name, input }: RequestedToolCall): RunEventData {
  return { type: 'tool_call', data: { toolCallId, name, input } };
}

export function callStarted(
  live: Worker,
  { toolCallId, name, input }: RequestedToolCall,
  startedAt: number,
): RunWrite {
  const unknown = { output: null, success: null, durationMs: null };
  return {
    change: 'tool-call.start',
    call: {
      runId: live.runId,
      agent: live.agent,
      toolCallId,
      name,
      input,
      startedAt,
      ...unknown,
    },
  };
}
