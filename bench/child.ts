import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** For the processes that the bench forks: what they were given, and how they say where they are to be reached. */
export function given<Config>(): Config {
  return JSON.parse(process.argv[2] ?? '{}') as Config;
}

/** Says where this process listens; it ends with the bench, however that ends. */
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
