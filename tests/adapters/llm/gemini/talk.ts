import { openGemini } from '../../../../src/adapters/out/llm/gemini/gemini-model.ts';
import type { CloudAccount, Connection } from '../../../../src/core/instance/models/model.ts';
import {
  noPrice,
  type Model,
  type ModelMessage,
  type ModelRequest,
  type ToolDefinition,
} from '../../../../src/core/ports/model.ts';
import { outcomeOf, user, type Outcome } from '../conversation.ts';
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

export const requestOf = (
  messages: readonly ModelMessage[],
  tools: readonly ToolDefinition[] = [],
): ModelRequest => ({ system: 'You are svc.', messages, tools });

export const ask = (
  model: Model,
  request: ModelRequest = requestOf([user('Hello')]),
  signal: AbortSignal = new AbortController().signal,
): Promise<Outcome> => outcomeOf(model.stream(request, signal));
