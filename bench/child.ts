import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The configuration that the bench passed to this forked process. */
export function given<Config>(): Config {
  return JSON.parse(process.argv[2] ?? '{}') as Config;
}

/** Tells the bench where this process listens. The process ends when the bench does. */
export function announce(port: number): void {
  process.once('disconnect', () => process.exit());
  process.send?.({ url: `http://127.0.0.1:${port}` });
}

export async function serve(listener: RequestListener): Promise<void> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  announce((server.address() as AddressInfo).port);
}
