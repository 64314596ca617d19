import type { JsonObject } from '../../src/core/kernel/json.ts';
import type { Connection } from '../../src/core/instance/models/model.ts';
import type { ModelRequest } from '../../src/core/ports/model.ts';
import type { Script } from '../script.ts';

export type WireName = 'messages' | 'chat';

/** The content of a provider's event that the bare limits use. */
export type WireEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly input: JsonObject }
  | { readonly type: 'end' };

/** One of the two real wires: how the engine is configured for it, its requests and its answers. */
export interface Wire {
  readonly name: WireName;
  /** The path below the provider's URL. */
  readonly path: string;
  /** Environment variables that configure the engine for it. */
  env(providerUrl: string): Readonly<Record<string, string>>;
  /** The body that the engine would send, so that the bare request is no smaller. */
  body(request: ModelRequest): object;
  /** The script that a request carries, and how many replies it already contains. */
  asked(body: JsonObject): { readonly script: Script; readonly replies: number };

  readonly opening: string;
  text(text: string): string;
  call(id: string, name: string, input: JsonObject): string;
  end(stop: 'end_turn' | 'tool_use'): string;

  /** Parses an event with the least work; null if there is nothing to pass on. */
  read(data: string): WireEvent | null;
}

/** The engine's view of the model behind the wire. */
export const connection: Connection = {
  provider: 'compat',
  modelId: 'bench',
  endpoint: null,
  key: null,
  isEuProvider: false,
  capabilities: {
    thinking: false,
    promptCaching: 'none',
    toolCalling: 'varies',
    builtInSearch: false,
    images: 'taken',
  },
  cloud: null,
  contextWindow: 200_000,
  outputLimit: 16_000,
  thinks: false,
  price: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 5 },
};
