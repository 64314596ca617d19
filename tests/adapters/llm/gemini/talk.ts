import { openGemini } from '../../../../src/adapters/out/llm/gemini/gemini-model.ts';
import type { CloudAccount, Connection } from '../../../../src/core/models/model.ts';
import {
  noPrice,
  type Model,
  type ModelBlock,
  type ModelEnd,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  type ToolDefinition,
} from '../../../../src/core/ports/model.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import type { FakeCloud } from '../../../servers/vertex.ts';

export const MODEL = 'gemini-2.5-flash';

export function connection(cloud: Partial<CloudAccount>, more: Partial<Connection> = {}): Connection {
  return {
    provider: 'cloud_hosted',
    modelId: MODEL,
    endpoint: null,
    key: null,
    isEuProvider: false,
    capabilities: {
      thinking: true,
      promptCaching: '5m',
      toolCalling: 'native',
      builtInSearch: false,
      images: 'taken',
    },
    cloud: { projectId: 'example-project', region: 'europe-west4', credentialsFile: null, ...cloud },
    contextWindow: 1_048_576,
    outputLimit: 65_536,
    price: noPrice,
    thinks: false,
    ...more,
  };
}

export const openGeminiOn = (
  cloud: FakeCloud,
  given: Connection,
  clock: ManualClock = new ManualClock(),
): Promise<Model> => openGemini(given, { clock, userAgent: 'svc/0.1.0', fetch: cloud.fetch });

export const writeFile: ToolDefinition = {
  name: 'write_file',
  description: 'Writes a file.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' }, content: { type: 'string' } },
    required: ['path', 'content'],
    additionalProperties: false,
  },
};

export const user = (...texts: readonly string[]): ModelMessage => ({
  role: 'user',
  content: texts.map((text): ModelBlock => ({ type: 'text', text })),
});

export const requestOf = (
  messages: readonly ModelMessage[],
  tools: readonly ToolDefinition[] = [],
): ModelRequest => ({ system: 'You are svc.', messages, tools });

export interface Answer {
  readonly text: string;
  readonly thinking: string;
  readonly end: ModelEnd;
}

export function answerIn(events: readonly ModelEvent[]): Answer {
  const end = events.at(-1);
  if (end?.type !== 'end') throw new Error('the stream had no end');
  const joined = (type: 'text' | 'thinking') =>
    events.flatMap((event) => (event.type === type ? [event.text] : [])).join('');
  return { text: joined('text'), thinking: joined('thinking'), end };
}

export async function eventsOf(events: AsyncIterable<ModelEvent>): Promise<readonly ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

export const ask = async (
  model: Model,
  request: ModelRequest = requestOf([user('Hello')]),
  signal: AbortSignal = new AbortController().signal,
): Promise<Answer> => answerIn(await eventsOf(model.stream(request, signal)));
