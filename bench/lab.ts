import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Grant } from '../src/core/outside/cloud-account/model.ts';
import { library, onDisk, type Library } from '../tests/harness/disk/library.ts';
import type { BareRoutes } from './bare/routes.ts';
import { bareServer } from './bare/server-process.ts';
import { untilHealthy } from './client.ts';
import type { Wire } from './wires/wire.ts';

export interface Server {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The built engine, as users get it. */
export const launcher = fileURLToPath(new URL('../dist/index.js', import.meta.url));
const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

/** Extraction is a model call after the run, and would overlap with the next measured run. */
const WITHOUT_SIDE_CALLS = '{"memory_extraction":false}';

/** What each sync of the slow disk takes more. */
const SLOW_SYNC_MS = 8;

/** The disk under an engine: the machine's, or the same with slow syncs, or one whose syncs are logged in a file. */
export type Disk = 'fast' | 'slow' | { readonly syncLog: string };

export interface BuiltOptions {
  /** Besides the data directory and the port. */
  readonly env?: Readonly<Record<string, string>>;
  readonly disk?: Disk;
}

/**
 * Gives figures their folders and processes, and removes all of them when the bench ends, however it ends.
 */
export class Lab {
  readonly #root = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  readonly #children = new Set<ChildProcess>();
  readonly #seeds: string;
  readonly slowDisk: Library;

  /** Seeded folders are kept in `seeds`, or are removed with the rest. */
  constructor(seeds?: string, { hasSlowDisk }: { readonly hasSlowDisk: boolean } = { hasSlowDisk: true }) {
    this.slowDisk = hasSlowDisk ? library() : { path: null, reason: 'it is not measured here' };
    this.#seeds = seeds ?? join(this.#root, 'seeds');
    mkdirSync(this.#seeds, { recursive: true });
    process.once('exit', () => this.#clear());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => process.exit(1));
  }

  folder(name: string): string {
    return mkdtempSync(join(this.#root, `${name}-`));
  }

  /** A folder with a copy of what `fill` makes; it is made once for each name. */
  async seeded(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
    const seed = join(this.#seeds, name);
    if (!existsSync(seed)) {
      const unfinished = mkdtempSync(`${seed}-`);
      await fill(unfinished);
      renameSync(unfinished, seed);
    }
    const copy = this.folder(name);
    cpSync(seed, copy, { recursive: true });
    return copy;
  }

  /** The fake vendor of the cloud account, and access to an account there. */
  async google(): Promise<Server & { readonly grant: Grant }> {
    return await this.#forked<{ readonly grant: Grant }>(new URL('./google.ts', import.meta.url), {});
  }

  async provider(): Promise<Server> {
    return await this.#forked(new URL('./provider.ts', import.meta.url), {});
  }

  async proxy(provider: Server, wire: Wire): Promise<Server> {
    const config = { providerUrl: provider.url, wire: wire.name };
    return await this.#forked(new URL('./proxy.ts', import.meta.url), config);
  }

  /** The engine of src/ with the tool `do_nothing`, configured for the fake provider. */
  async engine(provider: Server, wire: Wire, disk: Disk = 'fast'): Promise<Server> {
    const config = { providerUrl: provider.url, dataDir: this.folder('data'), wire: wire.name };
    return await this.#forked(
      new URL('./engine.ts', import.meta.url),
      config,
      this.#environmentOf(disk, config.dataDir),
    );
  }

  /** The built engine over a data directory, and the time from its spawn to its first answer. */
  async built(
    dataDir: string,
    { env = {}, disk = 'fast' }: BuiltOptions = {},
  ): Promise<Server & { readonly startMs: number }> {
    return await this.#spawned([launcher, '--http-api'], (port) => ({
      SVC_DATA_DIR: dataDir,
      SVC_HTTP_PORT: String(port),
      ...env,
      ...this.#environmentOf(disk, dataDir),
    }));
  }

  /** The built engine with a new data directory, configured for the fake provider. */
  async builtFor(provider: Server, wire: Wire, disk: Disk = 'fast'): Promise<Server> {
    const dataDir = this.folder('data');
    writeFileSync(join(dataDir, 'config.json'), WITHOUT_SIDE_CALLS, { mode: 0o600 });
    return await this.built(dataDir, { env: wire.env(provider.url), disk });
  }

  /** The built tool server over HTTP, with an engine of its own over a data directory. */
  async toolServer(
    dataDir: string,
    env: Readonly<Record<string, string>> = { SVC_DEMO: '1' },
  ): Promise<Server> {
    return await this.#spawned([launcher, '--mcp-server', '--transport', 'sse'], (port) => ({
      SVC_DATA_DIR: dataDir,
      SVC_MCP_PORT: String(port),
      SVC_MCP_STATE_DIR: dataDir,
      ...env,
    }));
  }

  /** A bare tool server over HTTP. */
  async bareToolServer(program: string): Promise<Server> {
    return await this.#spawned([program], (port) => ({ SVC_MCP_PORT: String(port) }));
  }

  /** Runs on the slow disk if there is one. */
  async onSlow<Result>(make: (disk: Disk) => Promise<Result>): Promise<Result | null> {
    return this.slowDisk.path === null ? null : await make('slow');
  }

  /** What the engine is built of, over a database of the engine or over none: express, helmet and better-sqlite3. */
  async bareServer(database: string = ':memory:'): Promise<Server & { readonly startMs: number }> {
    return await this.#spawned(['-e', bareServer], (port) => ({
      PORT: String(port),
      DATABASE: database,
      NODE_PATH: modules,
    }));
  }

  /** A bare server with some of the engine's routes, over the databases of a data directory. */
  async bareRoutes(of: BareRoutes, dataDir: string): Promise<Server> {
    return await this.#forked(new URL('./bare/routes.ts', import.meta.url), { of, dataDir });
  }

  #environmentOf(disk: Disk, root: string): Record<string, string> {
    const { path } = this.slowDisk;
    if (disk === 'fast' || path === null) return {};
    return onDisk(path, disk === 'slow' ? { syncMs: SLOW_SYNC_MS } : { record: { log: disk.syncLog, root } });
  }

  async #forked<More = object>(
    file: URL,
    config: object,
    env: Record<string, string> = {},
  ): Promise<Server & More> {
    const child = fork(file, [JSON.stringify(config)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    });
    this.#keep(child);
    const [{ url, ...more }] = (await Promise.race([once(child, 'message'), this.#ended(child)])) as [
      { url: string } & More,
    ];
    return { ...(more as More), ...this.#server(child, url) };
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
