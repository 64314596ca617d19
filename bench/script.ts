/**
 * What the fake provider does. It travels as the task of a run, so that every path carries it unchanged.
 */
export type Script =
  | {
      readonly does: 'say';
      readonly chunks: number;
      /** The pause between the last text and the end, as with a real model. */
      readonly pauseMs?: number;
    }
  /** Texts at a fixed pace, each of which says when it was sent. */
  | { readonly does: 'pace'; readonly chunks: number; readonly everyMs: number }
  | { readonly does: 'call'; readonly tool: string; readonly times: number };

export const taskFor = (script: Script): string => JSON.stringify(script);

/** The script in a task: its first line, because the engine may write more below it. */
export const scriptIn = (task: string): Script => JSON.parse(task.split('\n', 1)[0] ?? '') as Script;

/** The n-th piece of an answer: as small as a token, and each different. */
const pieceAt = (index: number): string => `piece${index} `;

export const piecesOf = (chunks: number): readonly string[] =>
  Array.from({ length: chunks }, (_, at) => pieceAt(at));
