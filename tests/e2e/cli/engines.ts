import { createClient, type Client, type Transport } from '../../../src/contract/client.ts';
import { httpRows } from '../../../src/contract/http/rows.ts';
import { routesOf } from '../../../src/contract/routes.ts';
import { systemPlatform } from '../../../src/main/platform.ts';
import { startEngine } from '../../../src/main/serving/running-engine.ts';
import { settingsFrom } from '../../../src/main/settings.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { SOURCE, validator } from '../../harness/graph.ts';
import { closedAfterwards } from '../../harness/afterwards.ts';
import { builtBackupProgram } from '../../harness/in-process-engine.ts';
import {
  spawnEngine,
  spawnSvc,
  type Finished,
  type Spawned,
  type SpawnedEngine,
} from '../../harness/spawned-engine.ts';
import { storageOf } from '../../harness/storage.ts';

export const anEngine = async (dataDir: string, env: Record<string, string> = {}): Promise<SpawnedEngine> =>
  await spawnEngine(dataDir, env);

export interface EngineHere {
  readonly client: Client<typeof httpRows>;
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** An engine of this process that commands find like any other. What ends the process needs `anEngine`. */
export async function engineHere(dataDir: string, env: Record<string, string> = {}): Promise<EngineHere> {
  const given = { SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: '0', ...storageOf(dataDir), ...env };
  const settings = settingsFrom(given, { demo: false });
  const platform = {
    ...systemPlatform(settings, SOURCE),
    log: new RecordingLog(),
    validator,
    backupProgram: builtBackupProgram,
  };
  const { port, stop } = await startEngine(settings, platform, { http: true });
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = createClient(routesOf(httpRows), { baseUrl, transport: fetch as Transport });
  return { client, baseUrl, stop: closedAfterwards(stop) };
}

/** A running command in its own terminal. */
export const begin = (
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
  input?: string | null,
): Spawned => spawnSvc(args, { SVC_DATA_DIR: dataDir, ...env }, input);

export const svc = (
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
  input?: string,
): Promise<Finished> => begin(dataDir, args, env, input).finished;
