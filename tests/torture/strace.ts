import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Traces threads of one process from the moment that this resolves until `letGo`. Name one thread where the n-th
 * call matters: strace counts each thread's calls separately, so of two it would name two points or none.
 */
export interface Watching {
  letGo(): Promise<void>;
}

const LET_GO_MS = 3_000;

export async function watch(threads: readonly number[], args: readonly string[]): Promise<Watching> {
  const named = threads.flatMap((thread) => ['-p', String(thread)]);
  const child = spawn('strace', [...named, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  await attached(child, threads.length);
  return {
    letGo: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGINT');
      // It may wait for good for a process that ended while it was traced; killed, it lets go as well.
      const stuck = setTimeout(() => child.kill('SIGKILL'), LET_GO_MS);
      await gone;
      clearTimeout(stuck);
    },
  };
}

async function attached(child: ChildProcess, threads: number): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.split(' attached').length > threads) resolve();
    });
    child.once('exit', () => reject(new Error(`strace ended: ${said}`)));
    child.once('error', reject);
  });
}

/** The thread on which `node:fs` writes files and syncs write-ahead logs; UV_THREADPOOL_SIZE=1 ensures that there is one. */
export function fileThread(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const found = threads.find(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim() === 'libuv-worker',
  );
  if (found === undefined) throw new Error(`process ${pid} has no file thread (UV_THREADPOOL_SIZE=1)`);
  return Number(found);
}

/** The names of the system calls in a strace log, in order. */
export const callsIn = (log: string): readonly string[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line) => /^(?:\d+ +)?(\w+)\(/u.exec(line)?.[1] ?? []);
