import { removeTemporaryDirs } from '../../harness/in-process-engine.ts';
import {
  spawnEngine,
  spawnSvc,
  type Finished,
  type Spawned,
  type SpawnedEngine,
} from '../../harness/spawned-engine.ts';

const started: Spawned[] = [];

const noted = <T extends Spawned>(spawned: T): T => {
  started.push(spawned);
  return spawned;
};

export const anEngine = async (dataDir: string, env: Record<string, string> = {}): Promise<SpawnedEngine> =>
  noted(await spawnEngine(dataDir, env));

/** A running command in its own terminal. */
export const begin = (
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
  input?: string | null,
): Spawned => noted(spawnSvc(args, { SVC_DATA_DIR: dataDir, ...env }, input));

export const svc = (
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
  input?: string,
): Promise<Finished> => begin(dataDir, args, env, input).finished;

/** Call after each test: ends every command that was started and not stopped. */
export async function endAll(): Promise<void> {
  for (const { process: child } of started) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map(({ finished }) => finished));
  removeTemporaryDirs();
}
