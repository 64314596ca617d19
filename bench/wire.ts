import type { ModelMessage, Usage } from '../src/core/ports/model.ts';
import type { JsonObject } from '../src/core/kernel/json.ts';

/** What the fake provider streams, one JSON object in each Server-Sent Event. */
export type WireEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly input: JsonObject }
  | { readonly type: 'end'; readonly stop: 'end_turn' | 'tool_use'; readonly usage: Usage };

/** What the fake provider is to do. It travels as the task of a run, so that every path carries it unchanged. */
export type Script =
  | {
      readonly does: 'say';
      readonly chunks: number;
      /** Between the last text and the end, as a real model is still at work then. */
      readonly pauseMs?: number;
    }
  | { readonly does: 'call'; readonly tool: string; readonly times: number };

export const taskFor = (script: Script): string => JSON.stringify(script);

export const scriptOf = (messages: readonly ModelMessage[]): Script => {
  const first = messages[0]?.content[0];
  return JSON.parse(first?.type === 'text' ? first.text : '') as Script;
};

/** The n-th piece of an answer: as small as a token, and no two the same. */
const pieceAt = (index: number): string => `piece${index} `;

export const piecesOf = (chunks: number): readonly string[] =>
  Array.from({ length: chunks }, (_, at) => pieceAt(at));
