import type { JsonObject } from '../../src/core/kernel/json.ts';
import type { Connection } from '../../src/core/models/model.ts';
import type { ModelRequest } from '../../src/core/ports/model.ts';
import type { Script } from '../script.ts';

export type WireName = 'messages' | 'chat';

/** What an event of a provider says, as far as the bare limits care. */
export type WireEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly input: JsonObject }
  | { readonly type: 'end' };

/** One of the two real wires: how the engine is set up for it, how it is asked, what it answers. */
export interface Wire {
  readonly name: WireName;
  /** Below the provider's URL. */
  readonly path: string;
  /** The engine's environment. */
  env(providerUrl: string): Readonly<Record<string, string>>;
  /** The bytes that the engine would send, so that what is asked bare is no smaller. */
  body(request: ModelRequest): object;
  /** What a request asks the fake provider to do, and how many replies it shows already. */
  asked(body: JsonObject): { readonly script: Script; readonly replies: number };

  readonly opening: string;
  text(text: string): string;
  call(id: string, name: string, input: JsonObject): string;
  end(stop: 'end_turn' | 'tool_use'): string;

  /** The least that has to be done with an event; null when it says nothing that is passed on. */
  read(data: string): WireEvent | null;
}

/** What the engine knows of the model behind the wire. */
export const connection: Connection = {
  provider: 'compat',
  modelId: 'bench',
  endpoint: null,
  key: null,
  isEuProvider: false,
  capabilities: { thinking: false, promptCaching: 'none', toolCalling: 'varies', builtInSearch: false },
  cloud: null,
  contextWindow: 200_000,
  outputLimit: 16_000,
  thinks: false,
  price: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 5 },
};
