import { WriteGate } from '../../core/kernel/write-gate.ts';
import { say } from '../../core/kernel/storage-says.ts';
import type { Rebind } from '../graph.ts';
import { boot, type Engine } from '../boot.ts';
import { DirectoryLock } from '../directory-lock.ts';
import { removeEngineRecord, writeEngineRecord, type Transport } from './engine-record.ts';
import { EngineRestart } from './engine-restart.ts';
import { isClosedTo, requireToken, tokenBetween, tokenOfPort } from './http-token.ts';
import { directSurface, httpSurface, notReady, type EngineSlot } from './http-surface.ts';
import { Lifecycle } from '../lifecycle.ts';
import { addressOf } from './address.ts';
import { isLoopback, listenOnPort } from './listen.ts';
import { listenPrivately } from './private-socket.ts';
import type { Platform } from '../platform.ts';
import { processTokens } from '../tokens.ts';
import type { Settings } from '../settings.ts';
import type { MissingDatabases } from '../stores.ts';

const ALIVE_MS = 1_000;

export interface RunningEngine {
  /** The engine of this moment: a restore starts another one behind the same port and socket. */
  readonly engine: Engine;
  /** Null if it does not listen on a port. */
  readonly port: number | null;
  /** Whether its port requires the token of every client now. */
  readonly isClosed: boolean;
  /** Its private socket. */
  readonly socket: string;
  /** What the socket serves, for this process. It lasts over restarts, and closes when the engine stops. */
  readonly direct: ReturnType<typeof directSurface>;
  /** Rejects when a restore has stopped the engine, and none could be started after it. */
  readonly lost: Promise<never>;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly http: boolean;
  /** Whether it belongs to a tool server, and how that is reached. */
  readonly servesHosts?: Transport | null;
  readonly missingDatabases?: MissingDatabases;
  readonly rebind?: Rebind;
  /** How to wait while the server of the data is away; null: the start fails. */
  readonly waiting?: {
    /** Ends the wait. */
    readonly stop: AbortSignal;
    /** Called once the port is open, at which everything is refused until then. */
    readonly listening: (port: number | null) => void;
  } | null;
}

/** Where others reach an engine. */
type ReachedAt = Pick<RunningEngine, 'socket' | 'direct'>;

/**
 * An engine that other processes can reach: always on its private socket, with `http` also on a port. An engine with
 * databases in memory writes no record: a client that attached to it would lose its data.
 * @throws UnusableSetup
 */
export async function startEngine(
  settings: Settings,
  platform: Platform,
  { http, servesHosts = null, missingDatabases = 'create', rebind, waiting = null }: StartOptions,
): Promise<RunningEngine> {
  if (http) await requireToken(settings);
  const lifecycle = new Lifecycle(platform.clock, platform.log);
  const slot: EngineSlot = { engine: null, reason: 'starting', before: null };
  const lock = new DirectoryLock();
  const ports: number[] = [];
  const started = (): Promise<Engine> =>
    boot(settings, platform, {
      missingDatabases,
      lock,
      isLasting: http || servesHosts !== null,
      waiting: waiting && {
        stop: waiting.stop,
        begin: async () => {
          if (slot.says) return;
          Object.assign(slot, { reason: 'storage_unavailable', says: say('storage.storage_unavailable') });
          await listened();
          waiting.listening(ports[0] ?? null);
        },
      },
      restart: {
        quiet: async () => await slot.engine?.drain('restore'),
        begin: (reason) => restart.begin(reason),
        isOver: () => restart.isOver(),
      },
      ...(rebind && { rebind }),
    });
  const restart = new EngineRestart({
    slot,
    lock,
    platform,
    start: async () => {
      const engine = await started();
      for (const port of ports) engine.listensOn(port);
      return engine;
    },
  });
  const { allowedHosts, allowedOrigins, trustedProxies, proxyUserHeader, host } = settings.http;
  /** Before the first engine there is nothing that a backup could hold. */
  const gateBefore = new WriteGate();
  const gate = () => (slot.engine ?? slot.before)?.get(processTokens.gate) ?? gateBefore;
  const listen = async (): Promise<ReachedAt> => {
    if (http) {
      const surface = httpSurface(slot, platform, {
        allowedHosts,
        allowedOrigins,
        trustedProxies,
        proxyUserHeader,
        publicUrl: settings.signIn.publicUrl,
        token: (client) => {
          const { services } = slot.engine ?? slot.before ?? {};
          if (!services) throw notReady(slot);
          return (slot.engine ? tokenOfPort : tokenBetween)(settings, services)(client);
        },
      });
      const server = await listenOnPort(surface, settings.http, platform);
      lifecycle.add('port', server.close);
      ports.push(server.port);
    }
    const privately = httpSurface(slot, platform, {
      allowedHosts: [],
      allowedOrigins: [],
      trustedProxies: [],
      token: () => null,
      isPrivate: true,
    });
    const socket = await listenPrivately(privately, settings.dataDir, platform.clock);
    lifecycle.add('private socket', socket.close);
    const direct = directSurface(slot, platform);
    lifecycle.add('direct way', direct.close);
    if (missingDatabases === 'create') {
      const startedAt = new Date(platform.clock.now()).toISOString();
      const { version } = platform;
      const page = ports[0] !== undefined && isLoopback(host) ? addressOf(settings.http, ports[0]) : null;
      const record = { pid: process.pid, version, socket: socket.path, startedAt, page, servesHosts };
      await writeEngineRecord(settings.dataDir, record, gate());
      // Without an engine the lock may be another process's by now, and the record, too.
      lifecycle.add('engine.json', () =>
        slot.engine === null ? undefined : gate().beside.pass(() => removeEngineRecord(settings.dataDir)),
      );
    }
    return { socket: socket.path, direct };
  };
  let listening: Promise<ReachedAt> | null = null;
  const listened = (): Promise<ReachedAt> => (listening ??= listen());
  try {
    const engine = await started();
    // Refuses a port that would be open to others.
    if (http) tokenOfPort(settings, engine.services);
    Object.assign(slot, { engine, says: undefined });
    const { socket, direct } = await listened();
    for (const one of ports) engine.listensOn(one);
    // Stops first, so that the terminal events still reach their readers.
    lifecycle.add('engine', () => slot.engine?.drain());
    void engine.warmUp();
    return {
      get engine() {
        return slot.engine ?? slot.before ?? engine;
      },
      port: ports[0] ?? null,
      isClosed: http && isClosedTo({ isLocal: true }, settings, engine.services),
      socket,
      direct,
      lost: restart.lost,
      stop: async () => {
        // Deadlines do not keep a process alive, and the stop needs them.
        const alive = setInterval(() => undefined, ALIVE_MS);
        try {
          restart.close();
          await restart.isOver();
          await lifecycle.stop();
          await slot.engine?.stop();
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
