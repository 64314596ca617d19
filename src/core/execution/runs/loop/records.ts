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
import type { Says } from '../../../kernel/says.ts';
import { worded } from '../../../kernel/worded.ts';
import type { Words } from '../../../ports/words.ts';
import { sayNote } from '../says.ts';
import { noteOf } from '../window/notes.ts';
import type { RunWrite } from '../store.ts';
import type { RunEventData } from '../events.ts';
import type { StopReason } from '../model.ts';
import type { Worker } from './worker.ts';

/** Notes in the thread that the provider searched by itself: from there on the model has seen untrusted content. */
export const searched = (end: ModelEnd, words: Words): readonly MessageBlock[] =>
  'found' in end && end.found
    ? [
        {
          ...noteOf(SEARCHED, [sayNote('run.searched')], words),
          found: end.found.slice(0, modelLimits.maxVendorResults),
        },
      ]
    : [];

export const listenerFor = (live: Worker, words: Words) => ({
  text: (text: string) => live.log.delta({ type: 'text', data: { text } }),
  thinking: (summary: string) => live.log.delta({ type: 'thinking', data: { summary } }),
  wasThinking: (summary: string) =>
    live.log.delta({ type: 'thinking', data: { summary, replacesText: true } }),
  retry: ({ type, says, ...data }: ModelRetry) =>
    live.log.delta({ type, data: { ...data, ...reasonOf(says, words) } }),
});

/** Why a call is made again. */
export function reasonOf(given: readonly Says[], words: Words) {
  const { text, says } = worded(given, words);
  return { reason: text, ...(says && { says }) };
}

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
