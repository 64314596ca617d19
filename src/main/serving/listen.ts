import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { httpServer } from '../../adapters/in/http/server.ts';
import { UnusableSetup } from '../unusable-setup.ts';

export interface Listening {
  /** The port in use: for port 0 the system chooses one. */
  readonly port: number;
  /** Accepts no new connections, lets answers in flight finish, and closes idle connections. */
  close(): Promise<void>;
}

/** @throws UnusableSetup if the address cannot be opened */
export async function listenOnPort(
  listener: RequestListener,
  host: string,
  port: number,
): Promise<Listening> {
  const server = httpServer(listener);
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    throw new UnusableSetup(sentenceFor(error, host, port), error);
  }
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
}

function sentenceFor(error: unknown, host: string, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program: stop it, or set SVC_HTTP_PORT to another port.`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be opened by this user: set SVC_HTTP_PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `SVC_HTTP_HOST=${host} is not an address of this machine.`;
    default:
      return `Port ${port} on ${host} cannot be opened: ${message}.`;
  }
}

/** Accepts no new connections, closes idle ones at once and the others soon after. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Every stream has had its terminal event: a socket that is still open has a reader that does not read.
    setTimeout(() => server.closeAllConnections(), 500).unref();
  });
}
