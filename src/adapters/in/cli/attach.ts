import { Agent, fetch, type RequestInit } from 'undici';
import { createClient, type Client, type Transport } from '../../../contract/client.ts';
import { httpRows } from '../../../contract/http/rows.ts';
import { routesOf } from '../../../contract/routes.ts';

export type EngineClient = Client<typeof httpRows>;

export interface Attached {
  readonly client: EngineClient;
  /** Its private socket. */
  readonly socketPath: string;
  close(): Promise<void>;
}

/** The engine died, or closed the connection: `fetch` throws a TypeError that has a cause. */
export const isLostConnection = (error: unknown): boolean => {
  const { name, cause } = (error ?? {}) as { readonly name?: unknown; readonly cause?: unknown };
  return name === 'TypeError' && cause !== undefined;
};

/** A client of the engine behind a private socket. It sets no timeout, because a run may be silent for any time. */
export function attach(socketPath: string): Attached {
  const dispatcher = new Agent({ connect: { socketPath }, bodyTimeout: 0, headersTimeout: 0 });
  const transport: Transport = (url, init) =>
    // Its types know Node's Blob only, and there is no other here.
    fetch(url, { ...init, dispatcher } as RequestInit);
  return {
    client: createClient(routesOf(httpRows), { baseUrl: 'http://localhost', transport }),
    socketPath,
    close: () => dispatcher.destroy(),
  };
}
