import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client, type Transport } from '../../src/contract/client.ts';
import { httpRows } from '../../src/contract/http/rows.ts';
import { routesOf } from '../../src/contract/routes.ts';
import { boot, type Engine } from '../../src/main/boot.ts';
import { toolServerTokens } from '../../src/main/tokens.ts';
import { addressOf } from '../../src/main/serving/address.ts';
import { httpSurface, type EngineSlot, type SurfaceOptions } from '../../src/main/serving/http-surface.ts';
import { tokenOfPort } from '../../src/main/serving/http-token.ts';
import { listenOnPort, type Listening } from '../../src/main/serving/listen.ts';
import { systemPlatform, type Platform } from '../../src/main/platform.ts';
import { RecordingLog } from '../doubles/recording-log.ts';
import { afterTheFile, closedAfterwards } from './afterwards.ts';
import { fillFresh } from './fresh-databases.ts';
import { SOURCE, testSettings, validator } from './graph.ts';
import { replacing, type Replacements } from './replacing.ts';

export interface TestEngine {
  readonly engine: Engine;
  readonly client: Client<typeof httpRows>;
  readonly baseUrl: string;
  readonly port: number;
  readonly dataDir: string;
  readonly log: RecordingLog;
  /** Stops the engine and the listener; keeps the data directory. */
  stop(): Promise<void>;
}

export interface TestEngineOptions extends Replacements {
  readonly dataDir?: string;
  /** The engine itself makes the databases of an empty directory. Otherwise they are there, which is sooner. */
  readonly isFirstStart?: boolean;
  readonly platform?: Partial<Platform>;
  readonly surface?: Partial<SurfaceOptions>;
  readonly env?: Record<string, string>;
  /** The folder with the project file; by default there is none. */
  readonly projectDir?: string;
}

/** Started as in production; only tests of `e2e` may rely on it being built. */
export const builtBackupProgram = new URL('../../dist/backup-process.js', import.meta.url);

/** Creates a directory that is removed after the tests of the file, as is its neighbour `<dir>-files`. */
export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'svc-test-'));
  afterTheFile(() => {
    for (const one of [dir, `${dir}-files`]) rmSync(one, { recursive: true, force: true });
  });
  return dir;
}

/**
 * The whole engine in this process, behind a real socket, with any part replaced. It validates its own
 * answers against the contract. It is stopped after the test that started it, or else after the file.
 */
export async function startTestEngine(options: TestEngineOptions = {}): Promise<TestEngine> {
  const dataDir = options.dataDir ?? temporaryDir();
  if (!options.isFirstStart) fillFresh(dataDir, options.platform?.clock);
  const settings = testSettings(dataDir, options.env, options.projectDir);
  const log = new RecordingLog();
  const platform: Platform = {
    ...systemPlatform(settings, SOURCE),
    log,
    validator,
    backupProgram: builtBackupProgram,
    ...options.platform,
  };
  const engine = await boot(settings, platform, { rebind: replacing(options) });
  engine.get(toolServerTokens.toolServers).connect();
  const slot: EngineSlot = { engine, reason: 'starting' };
  const surface = httpSurface(slot, platform, {
    ...settings.http,
    token: tokenOfPort(settings, engine.services),
    strict: true,
    ...options.surface,
  });
  const place = { ...settings.http, host: '127.0.0.1', port: 0 };
  const listening: Listening = await listenOnPort(surface, place, platform);
  engine.listensOn(listening.port);
  const { origin: baseUrl } = new URL(addressOf(place, listening.port));
  return {
    engine,
    client: createClient(routesOf(httpRows), { baseUrl, transport: fetch as Transport }),
    baseUrl,
    port: listening.port,
    dataDir,
    log,
    stop: closedAfterwards(async () => {
      await engine.drain();
      await listening.close();
      await engine.stop();
    }),
  };
}
