import { spawn } from 'node:child_process';
import { underTest } from '../../harness/under-test.ts';
import type { ScenarioName } from './scenario.ts';

export type Moment = 'before' | 'after';

/**
 * Starts an engine that kills itself right before or after its n-th commit, and plays a client until then.
 * @returns by which signal it ended: SIGTERM if the client was done sooner
 */
export async function killedAt(
  dataDir: string,
  what: ScenarioName,
  [when, nth]: readonly [Moment, number],
  play: (baseUrl: string) => Promise<void>,
): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [underTest('engine'), dataDir, when, String(nth), what], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let playing = Promise.resolve();
  child.once('message', (message) => {
    const { port } = message as { port: number };
    playing = play(`http://127.0.0.1:${port}`).finally(() => child.kill('SIGTERM'));
  });
  const signal = await new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('close', (_code, by) => resolve(by)),
  );
  await playing;
  return signal;
}
