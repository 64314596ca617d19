import { fork } from 'node:child_process';
import { once } from 'node:events';

/** An engine: where it answers, and its process. */
export interface Watched {
  readonly url: string;
  readonly pid: number;
}

export interface Seen {
  /** The longest wait for /health. */
  readonly longestMs: number;
  /** The most resident memory. */
  readonly mostMb: number;
  /** How much more that is than at the start. */
  readonly gainedMb: number;
}

/** Another process asks for /health again and again, from now on. @returns ends that, and tells what was seen */
export async function watched({ url, pid }: Watched): Promise<() => Promise<Seen>> {
  const child = fork(new URL('./watch-process.ts', import.meta.url), [JSON.stringify({ url, pid })], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`/health could not be watched: the process ended with ${String(code)}`);
  });
  failed.catch(() => undefined);
  await Promise.race([once(child, 'message'), failed]);
  return async () => {
    const told = once(child, 'message');
    child.send('enough');
    const [seen] = (await Promise.race([told, failed])) as [Seen];
    return seen;
  };
}
