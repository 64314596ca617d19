import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client, type Transport } from '../../src/contract/client.ts';
import { httpRows } from '../../src/contract/http/rows.ts';
import type { Model } from '../../src/core/ports/model.ts';
import { boot, type Engine, type Replacements } from '../../src/main/boot.ts';
import { httpSurface, type EngineSlot, type SurfaceOptions } from '../../src/main/http-surface.ts';
import { listenOnPort, type Listening } from '../../src/main/listen.ts';
import { systemPlatform, type Platform } from '../../src/main/platform.ts';
import { settingsFrom, type Settings } from '../../src/main/settings.ts';
import { RecordingLog } from '../doubles/recording-log.ts';

export interface TestEngine {
  readonly engine: Engine;
  readonly client: Client<typeof httpRows>;
  readonly baseUrl: string;
  readonly port: number;
  readonly dataDir: string;
  readonly log: RecordingLog;
  /** Stops the engine and the listener; the data directory stays. */
  stop(): Promise<void>;
}

export interface TestEngineOptions extends Replacements {
  readonly model?: Model;
  readonly dataDir?: string;
  readonly platform?: Partial<Platform>;
  readonly surface?: Partial<SurfaceOptions>;
  readonly env?: Record<string, string>;
  /** The folder with the project file; without it there is none. */
  readonly projectDir?: string;
}

const temporary: string[] = [];

/** A new directory that `removeTemporaryDirs` takes away. */
export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'svc-test-'));
  temporary.push(dir);
  return dir;
}

export function removeTemporaryDirs(): void {
  for (const dir of temporary.splice(0)) rmSync(dir, { recursive: true, force: true });
}

export const testSettings = (
  dataDir: string,
  env: Record<string, string> = {},
  projectDir: string = join(dataDir, 'no-project'),
): Settings =>
  settingsFrom({ SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: '0', ...env }, { demo: false }, projectDir);

/** No test asks anybody outside: there are no names, and every public address is a closed port of this machine. */
const noWeb = { resolve: async () => [], dial: () => '127.0.0.1' };

/** The whole engine in this process, behind a real socket, with any part replaced. The rows are held to their word. */
export async function startTestEngine(options: TestEngineOptions = {}): Promise<TestEngine> {
  const dataDir = options.dataDir ?? temporaryDir();
  const settings = testSettings(dataDir, options.env, options.projectDir);
  const log = new RecordingLog();
  const platform: Platform = {
    ...systemPlatform(settings, new URL('../../src/', import.meta.url)),
    log,
    ...options.platform,
  };
  const { model } = options;
  const models = model ? { open: () => Promise.resolve(model) } : options.models;
  const engine = await boot(settings, platform, {
    ...(models ? { models } : {}),
    ...(options.journal ? { journal: options.journal } : {}),
    ...(options.reach ? { reach: options.reach } : {}),
    ...(options.memory ? { memory: options.memory } : {}),
    web: options.web ?? noWeb,
  });
  const slot: EngineSlot = { engine, reason: 'starting' };
  const surface = httpSurface(slot, platform, {
    allowedHosts: [],
    allowedOrigins: [],
    token: null,
    strict: true,
    ...options.surface,
  });
  const listening: Listening = await listenOnPort(surface, '127.0.0.1', 0);
  engine.listensOn(listening.port);
  const baseUrl = `http://127.0.0.1:${listening.port}`;
  return {
    engine,
    client: createClient(httpRows, { baseUrl, transport: fetch as Transport }),
    baseUrl,
    port: listening.port,
    dataDir,
    log,
    stop: async () => {
      await engine.drain();
      await listening.close();
      await engine.stop();
    },
  };
}
