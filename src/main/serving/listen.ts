import { say as sayOfSetup } from '../../contract/setup-says.ts';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { httpServer } from '../../adapters/in/http/server.ts';
import { quote } from '../../core/kernel/quoted.ts';
import type { PortSettings } from '../http-settings.ts';
import type { Platform } from '../platform.ts';
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

/** Where and how a port is opened. */
export type Place = Pick<PortSettings, 'host' | 'port' | 'certificate'>;

/**
 * `variables` is what the variables for host and port begin with.
 * @throws UnusableSetup if the address cannot be opened, or the certificate cannot be used
 */
export async function listenOnPort(
  listener: RequestListener,
  { host, port, certificate: files }: Place,
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  variables: 'SVC_HTTP' | 'SVC_WEB' | 'SVC_MCP' = 'SVC_HTTP',
): Promise<Listening> {
  // Plain HTTP needs nothing of TLS.
  const secure = files && (await import('./secure-server.ts')).secureServers(files, { clock, log });
  const server = httpServer(listener, clock, secure?.make);
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    secure?.close();
    throw new UnusableSetup(whyNotOpen(error, host, port, variables), error);
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      secure?.close();
      await closeServer(server);
    },
  };
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
