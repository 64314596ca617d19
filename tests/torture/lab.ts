import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnEngine, type SpawnedEngine } from '../harness/spawned-engine.ts';
import type { FakeProvider } from '../servers/fake-provider.ts';
import { startProvider } from './provider.ts';

export interface Started extends SpawnedEngine {
  readonly pid: number;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Real-time priority, if the user may set it (root), so that other load on the machine does not distort the
 * figures. Use it only for an engine that leaves its clients enough processor time.
 */
export const ahead: readonly string[] =
  spawnSync('chrt', ['--fifo', '10', 'true'], { stdio: 'ignore' }).status === 0
    ? ['chrt', '--fifo', '10']
    : [];

/**
 * Gives scenarios their folders, engines and provider, and removes all of them when the run ends, however
 * it ends.
 */
export class Lab {
  readonly #root = mkdtempSync(join(tmpdir(), 'svc-torture-'));
  readonly #engines = new Set<Started>();
  /** A folder may have several, one over the other. */
  readonly #mounts: string[] = [];
  readonly provider: FakeProvider;

  private constructor(provider: FakeProvider) {
    this.provider = provider;
    // A server of PostgreSQL has a user of its own, who goes through it.
    chmodSync(this.#root, 0o711);
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

  /** A copy of a folder, for one attempt. */
  copyOf(folder: string): string {
    const copy = this.folder('copy');
    cpSync(folder, copy, { recursive: true });
    return copy;
  }

  remove(folder: string): void {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  /** The environment of an engine that uses this lab's provider and that `fileThread` can watch. */
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
    const spawned = await spawnEngine(dataDir, { ...this.environment, ...env }, under);
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
      kill: async () => void (await end('SIGKILL')),
      stop: () => end('SIGTERM'),
    };
    this.#engines.add(started);
    void spawned.finished.then(() => this.#engines.delete(started));
    return started;
  }

  /** A new data directory whose runs are not followed by side calls. */
  fresh(): string {
    const folder = this.folder('data');
    this.withoutSideCalls(folder);
    return folder;
  }

  /** Its runs are not followed by side calls. */
  withoutSideCalls(dataDir: string): void {
    writeFileSync(join(dataDir, 'config.json'), WITHOUT_SIDE_CALLS, { mode: 0o600 });
  }

  /** Everything in one folder, in another one. */
  copyInto(folder: string, other: string): void {
    cpSync(folder, other, { recursive: true, preserveTimestamps: true });
  }

  /** Mounts a separate tmpfs with these options, such as its size. */
  disk(options: string): string {
    const folder = this.folder('disk');
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
    this.#mounts.push(folder);
    return folder;
  }

  /** Makes a folder read-only, even for root. */
  makeReadOnly(folder: string): void {
    execFileSync('mount', ['--bind', folder, folder]);
    this.#mounts.push(folder);
    execFileSync('mount', ['-o', 'remount,bind,ro', folder]);
  }

  unmount(folder: string): void {
    execFileSync('umount', [folder]);
    this.#mounts.splice(this.#mounts.lastIndexOf(folder), 1);
  }

  #clear(): void {
    for (const engine of this.#engines) if (isAlive(engine)) process.kill(engine.pid, 'SIGKILL');
    for (const folder of this.#mounts.toReversed()) spawnSync('umount', ['-l', folder]);
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

const WITHOUT_SIDE_CALLS = '{"memory_extraction":false,"conversation_titles":false}';

const isAlive = ({ process: { exitCode, signalCode } }: SpawnedEngine): boolean =>
  exitCode === null && signalCode === null;

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1]) / 1024;
}

/** Megabytes of the write-ahead logs of an engine at work. */
export function logMbIn(dataDir: string): number {
  const logs = readdirSync(dataDir).filter((name) => name.endsWith('-wal'));
  const sizes = logs.map((name) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20;
}

export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Creates the folder unless it exists. */
export function folderIn(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
