import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { httpServer } from '../adapters/in/http/server.ts';
import { UnusableSetup } from './unusable-setup.ts';

export interface Listening {
  /** The address that was got: with port 0 the system chooses one. */
  readonly port: number;
  /** Takes no new connection, lets answers in flight finish, and closes what is idle. */
  close(): Promise<void>;
}

/** @throws UnusableSetup when the address cannot be had */
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
  return { port: (server.address() as AddressInfo).port, close: () => closed(server) };
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

/** The longest path that every system takes for a socket, its end included. */
const SOCKET_PATH_BYTES = 103;

/** The private socket of a data directory: in it, or where its path is too long, in the temporary directory. */
export function socketPathFor(dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\svc-${name}`;
  const inside = join(dataDir, 'engine.sock');
  return Buffer.byteLength(inside) <= SOCKET_PATH_BYTES ? inside : join(tmpdir(), `svc-${name}.sock`);
}

/**
 * Serves a socket that only this user can reach; one that a dead engine left is replaced. Needs the lock.
 * @throws UnusableSetup when the socket cannot be made
 */
export async function listenOnSocket(listener: RequestListener, path: string): Promise<() => Promise<void>> {
  const server = httpServer(listener);
  try {
    if (process.platform !== 'win32') rmSync(path, { force: true });
    server.listen(path);
    await once(server, 'listening');
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    throw new UnusableSetup(`The private socket ${path} cannot be opened: ${code}.`, error);
  }
  // The umask of the engine leaves it 0700: private already, and now of the one mode that files have (S17).
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return () => closed(server);
}

function closed(server: ReturnType<typeof httpServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Streams have had their terminal event by now; what is still open is a reader that does not read.
    setTimeout(() => server.closeAllConnections(), 500).unref();
  });
}
