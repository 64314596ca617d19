import { say as sayOfSetup } from '../../contract/setup-says.ts';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { httpServer } from '../../adapters/in/http/server.ts';
import { quote } from '../../core/kernel/quoted.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { UnusableSetup } from '../unusable-setup.ts';

export interface Listening {
  /** The port in use: for port 0 the system chooses one. */
  readonly port: number;
  /** Accepts no new connections, lets answers in flight finish, and closes idle connections. */
  close(): Promise<void>;
}

/** Whether only this machine reaches a port on this address. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/**
 * `variables` is what the variables for host and port begin with.
 * @throws UnusableSetup if the address cannot be opened
 */
export async function listenOnPort(
  listener: RequestListener,
  host: string,
  port: number,
  clock: Pick<Clock, 'deadline'>,
  variables: 'SVC_HTTP' | 'SVC_WEB' | 'SVC_MCP' = 'SVC_HTTP',
): Promise<Listening> {
  const server = httpServer(listener, clock);
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    throw new UnusableSetup(whyNotOpen(error, host, port, variables), error);
  }
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
}

function whyNotOpen(error: unknown, host: string, port: number, variables: string) {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return sayOfSetup('setup.port_in_use', { port, host, variables });
    case 'EACCES':
      return sayOfSetup('setup.port_denied', { port, host, variables });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return sayOfSetup('setup.no_address', { variables, host });
    default:
      return sayOfSetup('setup.port_fault', {
        port,
        host,
        why: [sayOfSetup('setup.system', { message: quote(message) })],
      });
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
