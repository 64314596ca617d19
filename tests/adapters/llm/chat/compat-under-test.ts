import { openCompat } from '../../../../src/adapters/out/llm/providers/compat.ts';
import type { Connection } from '../../../../src/core/instance/models/model.ts';
import {
  noPrice,
  type Model,
  type ModelEnd,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  type ToolDefinition,
} from '../../../../src/core/ports/model.ts';
import { outcomeOf, user, writeFile } from '../conversation.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';

export const KEY = 'key-of-this-endpoint';

export const connectionTo = (endpoint: string, more: Partial<Connection> = {}): Connection => ({
  provider: 'compat',
  modelId: 'model-1',
  endpoint,
  key: KEY,
  isEuProvider: false,
  capabilities: {
    thinking: false,
    promptCaching: 'none',
    toolCalling: 'varies',
    builtInSearch: false,
    images: 'taken',
  },
  contextWindow: 128_000,
  outputLimit: 16_000,
  price: noPrice,
  thinks: false,
  cloud: null,
  ...more,
});

export const requestOf = (
  messages: readonly ModelMessage[] = [user('Hello')],
  tools: readonly ToolDefinition[] = [writeFile],
): ModelRequest => ({ system: 'You are svc.', messages, tools });

export interface CompatUnderTest {
  readonly model: Model;
  readonly clock: ManualClock;
  /** Requests that the SDK has not released. */
  held(): number;
}

/** A model that uses this address. */
export async function compatAt(endpoint: string, more: Partial<Connection> = {}): Promise<CompatUnderTest> {
  const clock = new ManualClock();
  const sent: AbortSignal[] = [];
  const model = openCompat(connectionTo(endpoint, more), {
    clock,
    userAgent: 'svc/0.1.0',
    fetch: async (url, init) => {
      if (init?.signal) sent.push(init.signal);
      return await fetch(url, init);
    },
  });
  return { model, clock, held: () => sent.filter(({ aborted }) => !aborted).length };
}

export async function eventsOf(
  model: Model,
  request: ModelRequest = requestOf(),
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly ModelEvent[]> {
  return (await outcomeOf(model.stream(request, signal))).events;
}

export const textOf = (events: readonly ModelEvent[]): string =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');

export function endOf(events: readonly ModelEvent[]): ModelEnd {
  const end = events.at(-1);
  if (end?.type !== 'end') throw new Error('the stream had no end');
  return end;
}
