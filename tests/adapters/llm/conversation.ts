import { toolCallId } from '../../../src/core/kernel/ids.ts';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import type {
  ModelBlock,
  ModelEnd,
  ModelEvent,
  ModelMessage,
  ToolCallBlock,
  ToolDefinition,
  ToolResultBlock,
} from '../../../src/core/ports/model.ts';
import type { ManualClock } from '../../doubles/manual-clock.ts';

export const writeFile: ToolDefinition = {
  name: 'write_file',
  description: 'Writes a file.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' }, content: { type: 'string' } },
    required: ['path', 'content'],
  },
};

const asBlock = (block: string | ModelBlock): ModelBlock =>
  typeof block === 'string' ? { type: 'text', text: block } : block;

export const user = (...content: readonly (string | ModelBlock)[]): ModelMessage => ({
  role: 'user',
  content: content.map(asBlock),
});
export const assistant = (...content: readonly (string | ModelBlock)[]): ModelMessage => ({
  role: 'assistant',
  content: content.map(asBlock),
});

export const call = (id: string, name = 'write_file', input: JsonObject = {}): ToolCallBlock => ({
  type: 'tool_call',
  toolCallId: toolCallId(id),
  name,
  input,
});
export const result = (id: string, output: string, success = true): ToolResultBlock => ({
  type: 'tool_result',
  toolCallId: toolCallId(id),
  output,
  success,
});

export interface Outcome {
  readonly text: string;
  readonly thinking: string;
  readonly end: ModelEnd;
  readonly events: readonly ModelEvent[];
}

/** A complete stream. Fails unless it has exactly one end, as its last event. */
export async function outcomeOf(stream: AsyncIterable<ModelEvent>): Promise<Outcome> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  const ends = events.filter((event) => event.type === 'end');
  const end = events.at(-1);
  if (ends.length !== 1 || end?.type !== 'end') throw new Error(`the stream had ${ends.length} ends`);
  const said = (type: 'text' | 'thinking') =>
    events.map((event) => (event.type === type ? event.text : '')).join('');
  return { text: said('text'), thinking: said('thinking'), end, events };
}

/** Time goes on in such steps until it is over. */
export async function passing<Value>(
  clock: ManualClock,
  stepMs: number,
  awaited: Promise<Value>,
): Promise<Value> {
  let isOver = false;
  const outcome = awaited.finally(() => (isOver = true));
  while (!isOver) await clock.advance(stepMs);
  return await outcome;
}

/** Real sockets that tell how much of each body was read. */
export const counting =
  (count: (bytes: number) => void, send: typeof fetch = fetch): typeof fetch =>
  async (url, init) => {
    const response = await send(url, init);
    const isToken = new URL(String(url)).pathname.endsWith('/token');
    if (isToken || !response.body) return response;
    const { body, status, headers } = response;
    const counted = body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (bytes, controller) => {
          controller.enqueue(bytes);
          count(bytes.length);
        },
      }),
    );
    return new Response(counted, { status, headers });
  };
