import type { Engine } from '../boot.ts';
import { boot } from '../boot.ts';
import { removeEngineRecord, writeEngineRecord } from './engine-record.ts';
import { isClosedTo, requireToken, tokenOfPort } from './http-token.ts';
import { httpSurface, type EngineSlot } from './http-surface.ts';
import { Lifecycle } from '../lifecycle.ts';
import { listenOnPort } from './listen.ts';
import { listenPrivately } from './private-socket.ts';
import type { Platform } from '../platform.ts';
import { processTokens } from '../tokens/process.ts';
import type { Settings } from '../settings.ts';
import type { MissingDatabases } from '../stores.ts';

const ALIVE_MS = 1_000;

export interface RunningEngine {
  readonly engine: Engine;
  /** Null if it does not listen on a port. */
  readonly port: number | null;
  /** Whether its port requires the token of every client now. */
  readonly isClosed: boolean;
  /** Its private socket. */
  readonly socket: string;
  stop(): Promise<void>;
}

/**
 * An engine that other processes can reach: always on its private socket, with `http` also on a port. An engine with
 * databases in memory writes no record: a client that attached to it would lose its data.
 * @throws UnusableSetup
 */
export async function startEngine(
  settings: Settings,
  platform: Platform,
  {
    http,
    missingDatabases = 'create',
  }: { readonly http: boolean; readonly missingDatabases?: MissingDatabases },
): Promise<RunningEngine> {
  if (http) await requireToken(settings);
  const lifecycle = new Lifecycle(platform.clock, platform.log);
  const slot: EngineSlot = { engine: null, reason: 'starting' };
  try {
    const engine = await boot(settings, platform, { missingDatabases });
    slot.engine = engine;

    const { allowedHosts, allowedOrigins, trustedProxies, host, port } = settings.http;
    let listening: number | null = null;
    if (http) {
      const token = tokenOfPort(settings, engine.services);
      const surface = httpSurface(slot, platform, { allowedHosts, allowedOrigins, trustedProxies, token });
      const server = await listenOnPort(surface, host, port);
      lifecycle.add('port', server.close);
      engine.listensOn(server.port);
      listening = server.port;
    }
    const privately = httpSurface(slot, platform, {
      allowedHosts: [],
      allowedOrigins: [],
      trustedProxies: [],
      token: () => null,
    });
    const socket = await listenPrivately(privately, settings.dataDir);
    lifecycle.add('private socket', socket.close);
    if (missingDatabases === 'create') {
      const startedAt = new Date(platform.clock.now()).toISOString();
      const { version } = platform;
      const gate = engine.get(processTokens.gate);
      const record = { pid: process.pid, version, socket: socket.path, startedAt };
      await writeEngineRecord(settings.dataDir, record, gate);
      lifecycle.add('engine.json', () => gate.pass(() => removeEngineRecord(settings.dataDir)));
    }
    // Stops first, so that the terminal events still reach their readers.
    lifecycle.add('engine', () => engine.drain());
    void engine.warmUp();
    return {
      engine,
      port: listening,
      isClosed: http && isClosedTo({ isLocal: true }, settings, engine.services),
      socket: socket.path,
      stop: async () => {
        // Deadlines do not keep a process alive, and the stop needs them.
        const alive = setInterval(() => undefined, ALIVE_MS);
        try {
          await lifecycle.stop();
          await engine.stop();
        } finally {
          clearInterval(alive);
        }
      },
    };
  } catch (error) {
    await lifecycle.stop();
    await slot.engine?.stop();
    throw error;
  }
}
