import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closedAfterwards } from '../harness/afterwards.ts';

export interface Listening {
  readonly port: number;
  /** Without a trailing slash. */
  readonly url: string;
  /** Closes all connections, and goes on listening. */
  drop(): void;
  close(): Promise<void>;
}

/** A server on loopback, on a free port unless one is given. It is closed after the test, after `ending`. */
export async function listening(
  handle: RequestListener,
  { port = 0, ending = async () => undefined }: { port?: number; ending?: () => unknown } = {},
): Promise<Listening> {
  const server = createServer(handle);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  return {
    port: free,
    url: `http://127.0.0.1:${free}`,
    drop: () => server.closeAllConnections(),
    close: closedAfterwards(async () => {
      await ending();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }),
  };
}
