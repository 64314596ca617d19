import { say as sayOfSetup } from '../../contract/setup-says.ts';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpServer } from '../../adapters/in/http/server.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { closeServer } from './listen.ts';
import { UnusableSetup } from '../unusable-setup.ts';

/** The longest socket path that every system accepts, including its terminator. */
const SOCKET_PATH_BYTES = 103;

interface SocketPlace {
  readonly path: string;
  remove(): void;
}

export interface PrivateSocket {
  readonly path: string;
  close(): Promise<void>;
}

/**
 * Serves the engine of a data directory to this user's other processes. The caller holds the lock of the directory.
 * @throws UnusableSetup if the socket cannot be made
 */
export async function listenPrivately(
  listener: RequestListener,
  dataDir: string,
  clock: Pick<Clock, 'deadline'>,
): Promise<PrivateSocket> {
  const server = httpServer(listener, clock);
  let place: SocketPlace | undefined;
  try {
    place = placeFor(dataDir);
    server.listen(place.path);
    await once(server, 'listening');
  } catch (error) {
    const { code = null } = error as NodeJS.ErrnoException;
    throw new UnusableSetup(sayOfSetup('setup.socket', { dataDir, code }), error);
  }
  const { path, remove } = place;
  // The umask has made it 0700; every file of the data directory is 0600.
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return {
    path,
    close: async () => {
      await closeServer(server);
      remove();
    },
  };
}

/** In the data directory; if that path is too long, in a new private folder for temporary files. */
function placeFor(dataDir: string): SocketPlace {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 24);
    return { path: `\\\\.\\pipe\\svc-${name}`, remove: () => undefined };
  }
  const inside = join(dataDir, 'engine.sock');
  if (Buffer.byteLength(inside) <= SOCKET_PATH_BYTES) {
    // A killed engine may have left one.
    rmSync(inside, { force: true });
    return { path: inside, remove: () => rmSync(inside, { force: true }) };
  }
  const outside = mkdtempSync(join(tmpdir(), 'svc-'));
  return {
    path: join(outside, 'engine.sock'),
    remove: () => rmSync(outside, { recursive: true, force: true }),
  };
}
