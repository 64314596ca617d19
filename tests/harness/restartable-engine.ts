import { createClient, type Client, type Transport } from '../../src/contract/client.ts';
import { httpRows } from '../../src/contract/http/rows.ts';
import { routesOf } from '../../src/contract/routes.ts';
import { systemPlatform } from '../../src/main/platform.ts';
import { startEngine, type RunningEngine } from '../../src/main/serving/running-engine.ts';
import { RecordingLog } from '../doubles/recording-log.ts';
import { closedAfterwards } from './afterwards.ts';
import { SOURCE, testSettings, validator } from './graph.ts';
import { builtBackupProgram, temporaryDir } from './in-process-engine.ts';
import { replacing, type Replacements } from './replacing.ts';

export interface RestartableEngine {
  readonly running: RunningEngine;
  readonly client: Client<typeof httpRows>;
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly log: RecordingLog;
  stop(): Promise<void>;
}

export interface RestartableOptions extends Replacements {
  readonly dataDir?: string;
  readonly env?: Record<string, string>;
}

/** An engine as the process serves it: with its port, its private socket and its lock, over restarts; stopped afterwards. */
export async function startRestartable(options: RestartableOptions = {}): Promise<RestartableEngine> {
  const dataDir = options.dataDir ?? temporaryDir();
  const settings = testSettings(dataDir, options.env);
  const log = new RecordingLog();
  const platform = { ...systemPlatform(settings, SOURCE), log, validator, backupProgram: builtBackupProgram };
  const running = await startEngine(settings, platform, { http: true, rebind: replacing(options) });
  const baseUrl = `http://127.0.0.1:${running.port}`;
  return {
    running,
    client: createClient(routesOf(httpRows), { baseUrl, transport: fetch as Transport }),
    baseUrl,
    dataDir,
    log,
    stop: closedAfterwards(() => running.stop()),
  };
}
