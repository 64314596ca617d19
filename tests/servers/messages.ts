import { namedSse } from './fake-provider.ts';

/** An event of the Messages API, as the vendor sends it (SDK: `RawMessageStreamEvent`). */
export type MessagesEvent = Readonly<Record<string, unknown>> & { readonly type: string };
type Fields = Readonly<Record<string, unknown>>;

export const USAGE = {
  input_tokens: 12,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 1,
};

export const messageStart = (usage: Fields = USAGE): MessagesEvent => ({
  type: 'message_start',
  message: {
    id: 'msg_01',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-6',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  },
});

export const blockStart = (index: number, content_block: Fields): MessagesEvent => ({
  type: 'content_block_start',
  index,
  content_block,
});
export const textStart = (index: number): MessagesEvent => blockStart(index, { type: 'text', text: '' });
export const thinkingStart = (index: number): MessagesEvent =>
  blockStart(index, { type: 'thinking', thinking: '', signature: '' });
export const toolStart = (index: number, id: string, name: string, input: unknown = {}): MessagesEvent =>
  blockStart(index, { type: 'tool_use', id, name, input });

const delta = (index: number, said: Fields): MessagesEvent => ({
  type: 'content_block_delta',
  index,
  delta: said,
});
export const textDelta = (index: number, text: string): MessagesEvent =>
  delta(index, { type: 'text_delta', text });
export const thinkingDelta = (index: number, thinking: string): MessagesEvent =>
  delta(index, { type: 'thinking_delta', thinking });
export const signatureDelta = (index: number, signature: string): MessagesEvent =>
  delta(index, { type: 'signature_delta', signature });
export const jsonDelta = (index: number, partial_json: string): MessagesEvent =>
  delta(index, { type: 'input_json_delta', partial_json });
export const citationsDelta = (index: number, citation: Fields): MessagesEvent =>
  delta(index, { type: 'citations_delta', citation });

export const blockStop = (index: number): MessagesEvent => ({ type: 'content_block_stop', index });
export const messageDelta = (
  stop_reason: string | null,
  usage: Fields = { output_tokens: 9 },
): MessagesEvent => ({
  type: 'message_delta',
  delta: { stop_reason, stop_sequence: null },
  usage,
});
export const messageStop: MessagesEvent = { type: 'message_stop' };
export const ping: MessagesEvent = { type: 'ping' };
export const errorEvent = (type: string, message: string): MessagesEvent => ({
  type: 'error',
  error: { type, message },
});

/** A block of text, one delta for each piece. */
export const textBlock = (index: number, ...pieces: readonly string[]): readonly MessagesEvent[] => [
  textStart(index),
  ...pieces.map((piece) => textDelta(index, piece)),
  blockStop(index),
];
/** A call whose arguments come in these pieces. */
export const toolBlock = (
  index: number,
  id: string,
  name: string,
  ...pieces: readonly string[]
): readonly MessagesEvent[] => [
  toolStart(index, id, name),
  ...pieces.map((piece) => jsonDelta(index, piece)),
  blockStop(index),
];
export const thinkingBlock = (
  index: number,
  signature: string,
  ...pieces: readonly string[]
): readonly MessagesEvent[] => [
  thinkingStart(index),
  ...pieces.map((piece) => thinkingDelta(index, piece)),
  signatureDelta(index, signature),
  blockStop(index),
];

/** A whole answer around these blocks. */
export const answerOf = (
  stopReason: string | null,
  ...blocks: readonly (readonly MessagesEvent[])[]
): readonly MessagesEvent[] => [messageStart(), ...blocks.flat(), messageDelta(stopReason), messageStop];

/** The answer as the vendor sends it: named events. */
export const written = (events: readonly MessagesEvent[]): string => namedSse(...events);

/** One answer of text, in pieces to write one by one: the first contains the first words. */
export function textInSteps(...pieces: readonly string[]): readonly string[] {
  const [first = '', ...more] = pieces;
  return [
    written([messageStart(), textStart(0), ping, textDelta(0, first)]),
    ...more.map((piece) => written([textDelta(0, piece)])),
    written([blockStop(0), messageDelta('end_turn', { output_tokens: pieces.length }), messageStop]),
  ];
}

/** A whole answer around these blocks, as the vendor sends it. */
export const answered = (...answer: Parameters<typeof answerOf>): string => written(answerOf(...answer));
