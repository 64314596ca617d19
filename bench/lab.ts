import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { untilHealthy } from './client.ts';
import type { Wire } from './wires/wire.ts';

export interface Server {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The built engine, as users get it. */
export const launcher = fileURLToPath(new URL('../dist/index.js', import.meta.url));

/** The smallest Node process that answers over HTTP. */
const BARE_SERVER = `
  require('node:http')
    .createServer((request, response) => response.end('{"status":"ok"}'))
    .listen(Number(process.env.PORT), '127.0.0.1');
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.exit(), 500).unref();
`;

/**
 * Gives figures their folders and processes, and removes all of them when the bench ends, however it ends.
 */
export class Lab {
  readonly #root = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  readonly #children = new Set<ChildProcess>();

  constructor() {
    process.once('exit', () => this.#clear());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => process.exit(1));
  }

  folder(name: string): string {
    return mkdtempSync(join(this.#root, `${name}-`));
  }

  async provider(): Promise<Server> {
    return await this.#forked(new URL('./provider.ts', import.meta.url), {});
  }

  async proxy(provider: Server, wire: Wire): Promise<Server> {
    const config = { providerUrl: provider.url, wire: wire.name };
    return await this.#forked(new URL('./proxy.ts', import.meta.url), config);
  }

  /** The engine of src/, configured for the fake provider. */
  async engine(provider: Server, wire: Wire): Promise<Server> {
    const config = { providerUrl: provider.url, dataDir: this.folder('data'), wire: wire.name };
    return await this.#forked(new URL('./engine.ts', import.meta.url), config);
  }

  /** The built engine over a data directory, and the time from its spawn to its first answer. */
  async built(dataDir: string): Promise<Server & { readonly startMs: number }> {
    return await this.#spawned([launcher, '--http-api'], (port) => ({
      SVC_DATA_DIR: dataDir,
      SVC_HTTP_PORT: String(port),
    }));
  }

  async bareServer(): Promise<Server & { readonly startMs: number }> {
    return await this.#spawned(['-e', BARE_SERVER], (port) => ({ PORT: String(port) }));
  }

  async #forked(file: URL, config: object): Promise<Server> {
    const child = fork(file, [JSON.stringify(config)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#keep(child);
    const [{ url }] = (await Promise.race([once(child, 'message'), this.#ended(child)])) as [{ url: string }];
    return this.#server(child, url);
  }

  async #spawned(args: readonly string[], env: (port: number) => Record<string, string>) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const startedAt = performance.now();
    const child = spawn(process.execPath, args, {
      // With this variable set, the engine ends with its parent.
      env: { PATH: process.env['PATH'], HOME: this.#root, npm_lifecycle_event: 'bench', ...env(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#keep(child);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    await Promise.race([
      untilHealthy(url),
      this.#ended(child).catch((error: Error) => {
        throw new Error(`${error.message}\n${said}`);
      }),
    ]);
    return { ...this.#server(child, url), startMs: performance.now() - startedAt };
  }

  #keep(child: ChildProcess): void {
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
  }

  async #ended(child: ChildProcess): Promise<never> {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    throw new Error(`${child.spawnargs.join(' ')} ended with ${signal ?? code} before it answered`);
  }

  #server(child: ChildProcess, url: string): Server {
    const stop = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const tooLong = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(tooLong);
    };
    return { url, pid: child.pid ?? 0, stop };
  }

  #clear(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

/**
 * A free port below the range of outgoing connections. A client that connects to a port of that range
 * before the server listens may get the same port as its own end; it is then connected to itself and blocks
 * the server.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
