import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createClient, type Client, type Transport } from '../../src/contract/client.ts';
import { httpRows } from '../../src/contract/http/rows.ts';
import { routesOf } from '../../src/contract/routes.ts';
import { afterwards } from './afterwards.ts';
import { storageOf } from './storage.ts';

const launcher = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Spawned {
  readonly process: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  readonly finished: Promise<Finished>;
}

/**
 * Runs `node dist/index.js …` as a shell would, with its own data directory and `input` on stdin. With
 * null, the test writes to stdin and ends it. `under` is a command that runs it (`strace -f`). What still runs afterwards
 * is killed.
 */
export function spawnSvc(
  args: readonly string[],
  env: Record<string, string>,
  input?: string | null,
  under: readonly string[] = [],
): Spawned {
  const [command = '', ...rest] = [...under, process.execPath, launcher, ...args];
  const child = spawn(command, rest, {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: env['SVC_DATA_DIR'] ?? '/nonexistent',
      ...storageOf(env['SVC_DATA_DIR']),
      ...env,
    },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  // The process may stop reading before the end of the input.
  child.stdin?.on('error', () => undefined);
  if (input !== null) child.stdin?.end(input);
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const finished = once(child, 'close').then(([code, signal]): Finished => {
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, ...output };
  });
  afterwards(() => {
    child.kill('SIGKILL');
    return finished;
  });
  return { process: child, output, finished };
}

/** Sends it this signal, and waits until it has ended. */
export async function exited(
  { process: child, finished }: Pick<Spawned, 'process' | 'finished'>,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<Finished> {
  child.kill(signal);
  return await finished;
}

export interface SpawnedEngine extends Spawned {
  readonly client: Client<typeof httpRows>;
  readonly baseUrl: string;
}

/** An engine on a port that the system chooses, once it listens. */
export async function spawnEngine(
  dataDir: string,
  env: Record<string, string> = {},
  under: readonly string[] = [],
): Promise<SpawnedEngine> {
  const own = { SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: '0' };
  const spawned = spawnSvc(['--http-api'], { ...own, ...env }, undefined, under);
  const baseUrl = await new Promise<string>((resolve, reject) => {
    spawned.process.stderr?.on('data', () => {
      const url = /listening on (http:\/\/\S+?)\//u.exec(spawned.output.stderr)?.[1];
      if (url) resolve(url);
    });
    void spawned.finished.then(({ code, stderr }) =>
      reject(new Error(`engine exited with ${code}: ${stderr}`)),
    );
  });
  return {
    ...spawned,
    baseUrl,
    client: createClient(routesOf(httpRows), { baseUrl, transport: fetch as Transport }),
  };
}
