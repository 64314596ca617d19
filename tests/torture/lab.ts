import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useData } from '../../bench/used-data.ts';
import { spawnEngine, type SpawnedEngine } from '../harness/spawned-engine.ts';
import type { FakeProvider } from '../servers/fake-provider.ts';
import { startProvider } from './provider.ts';

export interface Started extends SpawnedEngine {
  readonly pid: number;
  /** From the spawn to the moment that it listens. */
  readonly startMs: number;
  /** SIGKILL, and waits for the end. */
  kill(): Promise<void>;
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Before everything else on this machine, where that may be had (root): what is measured is the engine, and not how
 * many neighbours it has. Only for an engine that leaves its clients enough of the processors.
 */
export const ahead: readonly string[] =
  spawnSync('chrt', ['--fifo', '10', 'true'], { stdio: 'ignore' }).status === 0
    ? ['chrt', '--fifo', '10']
    : [];

const SEEDED = { threads: 10_000, messagesPerThread: 10, eventsPerThread: 3 };

/** Where scenarios get folders, engines and the provider from: whatever happens, none of them outlives the run. */
export class Lab {
  readonly #root = mkdtempSync(join(tmpdir(), 'svc-torture-'));
  readonly #engines = new Set<Started>();
  readonly #mounts = new Set<string>();
  readonly provider: FakeProvider;
  #seeded: string | null = null;

  private constructor(provider: FakeProvider) {
    this.provider = provider;
    process.once('exit', () => this.#clear());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => process.exit(1));
  }

  static async open(): Promise<Lab> {
    return new Lab(await startProvider());
  }

  folder(name: string): string {
    return mkdtempSync(join(this.#root, `${name}-`));
  }

  /** A copy of a folder, for one try. */
  copyOf(folder: string): string {
    const copy = this.folder('copy');
    cpSync(folder, copy, { recursive: true });
    return copy;
  }

  remove(folder: string): void {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  /** The environment of an engine that asks this lab's provider, and can be watched by `fileThread`. */
  get environment(): Record<string, string> {
    return {
      SVC_LLM_PROVIDER: 'custom',
      PRIMARY_BASE_URL: this.provider.url,
      UV_THREADPOOL_SIZE: '1',
      LOG_LEVEL: 'warn',
    };
  }

  /** The built engine over `dataDir`, once it listens. `under` is a command that starts it. */
  async start(
    dataDir: string,
    {
      env = {},
      under = [],
    }: { readonly env?: Record<string, string>; readonly under?: readonly string[] } = {},
  ): Promise<Started> {
    const startedAt = performance.now();
    const spawned = await spawnEngine(dataDir, { ...this.environment, ...env }, under);
    const startMs = performance.now() - startedAt;
    const pid =
      under.length === 0 ? (spawned.process.pid ?? 0) : (await spawned.client['engine.status']()).pid;
    const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
      if (isAlive(spawned)) process.kill(pid, signal);
      const { code } = await spawned.finished;
      return code;
    };
    const started: Started = {
      ...spawned,
      pid,
      startMs,
      kill: async () => void (await end('SIGKILL')),
      stop: () => end('SIGTERM'),
    };
    this.#engines.add(started);
    void spawned.finished.then(() => this.#engines.delete(started));
    return started;
  }

  /** A data directory with 10,000 threads and 100,000 messages; made once, not to be changed. */
  async seeded(): Promise<string> {
    if (this.#seeded === null) {
      const folder = this.folder('seeded');
      writeFileSync(join(folder, 'config.json'), WITHOUT_SIDE_CALLS);
      await useData(folder, SEEDED);
      this.#seeded = folder;
    }
    return this.#seeded;
  }

  /** A new data directory in which no run is followed by a model call of its own. */
  fresh(): string {
    const folder = this.folder('data');
    writeFileSync(join(folder, 'config.json'), WITHOUT_SIDE_CALLS, { mode: 0o600 });
    return folder;
  }

  /** A file system of its own, of this size. */
  disk(options: string): string {
    const folder = this.folder('disk');
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
    this.#mounts.add(folder);
    return folder;
  }

  /** Makes a folder one that cannot be written to, by root neither. */
  makeReadOnly(folder: string): void {
    execFileSync('mount', ['--bind', folder, folder]);
    this.#mounts.add(folder);
    execFileSync('mount', ['-o', 'remount,bind,ro', folder]);
  }

  unmount(folder: string): void {
    execFileSync('umount', [folder]);
    this.#mounts.delete(folder);
  }

  #clear(): void {
    for (const engine of this.#engines) if (isAlive(engine)) process.kill(engine.pid, 'SIGKILL');
    for (const folder of this.#mounts) spawnSync('umount', ['-l', folder]);
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

const WITHOUT_SIDE_CALLS = '{"memory_extraction":false}';

const isAlive = ({ process: { exitCode, signalCode } }: SpawnedEngine): boolean =>
  exitCode === null && signalCode === null;

/** Of a process, in MB: what is not paged out. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1]) / 1024;
}

export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** A folder that is there, however often it is asked for. */
export function folderIn(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
