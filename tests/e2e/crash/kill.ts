import { spawn } from 'node:child_process';
import { play, type Acknowledged } from './client.ts';
import { underTest } from '../../harness/under-test.ts';

export type Moment = 'before' | 'after';

/**
 * Starts an engine that kills itself right before or after its n-th commit, plays the client until then,
 * and resolves when the process has ended.
 */
export async function killedAt(
  dataDir: string,
  when: Moment,
  nth: number,
  acknowledged: Acknowledged,
  what: 'writing' | 'asking' | 'delegating' = 'writing',
): Promise<void> {
  const child = spawn(process.execPath, [underTest('engine'), dataDir, when, String(nth), what], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (stderr += piece));
  let playing = Promise.resolve();
  child.once('message', (message) => {
    const { port } = message as { port: number };
    playing = play(`http://127.0.0.1:${port}`, acknowledged);
  });
  const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)));
  await playing;
  if (signal !== 'SIGKILL') throw new Error(`the engine ended before the kill: ${stderr}`);
}
