import { Agent, fetch } from 'undici';
import { createClient, type Client, type Transport } from '../../../contract/client.ts';
import { httpRows } from '../../../contract/http/rows.ts';

export type EngineClient = Client<typeof httpRows>;

export interface Attached {
  readonly client: EngineClient;
  close(): Promise<void>;
}

/** A client of the engine behind a private socket. A run may be silent for as long as it likes. */
export function attach(socketPath: string): Attached {
  const dispatcher = new Agent({ connect: { socketPath }, bodyTimeout: 0, headersTimeout: 0 });
  const transport: Transport = (url, init) => fetch(url, { ...init, dispatcher });
  return {
    client: createClient(httpRows, { baseUrl: 'http://localhost', transport }),
    close: () => dispatcher.destroy(),
  };
}
