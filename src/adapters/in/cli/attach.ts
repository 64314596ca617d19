import { createClient, type Client } from '../../../contract/client.ts';
import { socketRows, type httpRows } from '../../../contract/http/rows.ts';
import { routesOf } from '../../../contract/routes.ts';
import { socketTransport } from './socket-transport.ts';

/** Asks what ports serve, too. */
export type EngineClient = Client<typeof httpRows>;
/** Asks all that the private socket serves. */
export type SocketClient = Client<typeof socketRows>;

export interface Attached<Asks = EngineClient> {
  readonly client: Asks;
  /** Its private socket. */
  readonly socketPath: string;
  /** This process has started it, and it ends with this command. */
  readonly isOwn: boolean;
  close(): Promise<void>;
}

/** The engine died, or closed the connection: see `socketTransport`. */
export const isLostConnection = (error: unknown): boolean => {
  const { name, cause } = (error ?? {}) as { readonly name?: unknown; readonly cause?: unknown };
  return name === 'TypeError' && cause !== undefined;
};

/** A client of the engine behind a private socket. It sets no timeout, because a run may be silent for any time. */
export function attach(socketPath: string): Attached<SocketClient> {
  const transport = socketTransport(socketPath);
  return {
    client: createClient(routesOf(socketRows), { baseUrl: '', transport: transport.send }),
    socketPath,
    isOwn: false,
    close: async () => transport.close(),
  };
}
