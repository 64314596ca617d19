import { say as sayOfSetup } from '../../contract/setup-says.ts';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { attach, type Attached as AttachedAs, type SocketClient } from '../../adapters/in/cli/attach.ts';
import { ProblemError } from '../../contract/client.ts';
import { isStore } from '../../adapters/out/sqlite/damaged.ts';
import { readEngineRecord, type Transport } from './engine-record.ts';
import { isOwnSocket } from './own-socket.ts';
import type { Platform } from '../platform.ts';
import type { Settings } from '../settings.ts';
import type { MissingDatabases } from '../stores.ts';
import { isDirectoryInUse, UnusableSetup } from '../unusable-setup.ts';
import { whyOf } from '../reason-of.ts';

type Attached = AttachedAs<SocketClient>;

/** The time that a running engine has to answer. */
const ANSWER_MS = 3_000;
const RETRY_MS = 25;
/** The time that an engine may hold the directory's lock without being reachable, while it starts or stops. */
const HANDOVER_MS = 5_000;

export interface EngineReach {
  /** The running engine of this data directory; null if there is none. @throws UnusableSetup if it hangs */
  attached(): Promise<Attached | null>;
  /** The same, or one that this process starts and keeps until its last client leaves. */
  attachedOrOwn(): Promise<Attached>;
  /**
   * The same for a verb that only reads, or changes a setting: an engine that this process starts creates no missing
   * database and no key, and serves this process alone.
   */
  attachedOrLooking(): Promise<Attached>;
  /** What kind of engine runs; null for one that is nothing special, and where none runs. */
  kind(): Transport | null;
  /** Where the page of the running engine is on this machine; null where it has none, and where no engine runs. */
  page(): string | null;
}

/** Whether it refuses work because it is starting or stopping. An engine with an unusable store still serves the rest. */
async function isComingOrGoing({ client }: Attached): Promise<boolean> {
  try {
    await client['health.ready']({ signal: AbortSignal.timeout(ANSWER_MS) });
    return false;
  } catch (error) {
    return !(error instanceof ProblemError) || isForNow(error.problem);
  }
}

/** A moved data directory does not come back by itself. */
const isForNow = ({ code, ...facts }: ProblemError['problem']): boolean =>
  code === 'not_ready' && facts['reason'] !== 'data_directory';

/**
 * Reaches the engine of a data directory for the verbs of the terminal, and for a tool server.
 * @param servesHosts the transport of the tool server that this process is, if it is one
 */
export function engineReach(
  settings: Settings,
  platform: Platform,
  stop: AbortSignal,
  servesHosts: Transport | null = null,
): EngineReach {
  const { dataDir } = settings;

  async function attached(): Promise<Attached | null> {
    const record = readEngineRecord(dataDir);
    if (!record) return null;
    // A directory that was moved while its engine runs took the socket along.
    const socket = [record.socket, join(dataDir, basename(record.socket))].find(isOwnSocket);
    if (socket === undefined) return null;
    const engine = attach(socket);
    try {
      await engine.client['health.get']({ signal: AbortSignal.timeout(ANSWER_MS) });
      return engine;
    } catch (error) {
      await engine.close();
      // After any other error the record is from a killed engine; the next engine replaces it.
      if ((error as Error).name !== 'TimeoutError') return null;
      throw new UnusableSetup(sayOfSetup('setup.silent', { dataDir, pid: record.pid }), error);
    }
  }

  /** With `--demo` or SVC_DEMO no other model may answer. */
  async function asAsked(engine: Attached): Promise<Attached> {
    if (!settings.demo) return engine;
    const { model } = await engine.client['engine.status']();
    if ('id' in model && model.provider === 'demo') return engine;
    await engine.close();
    throw new UnusableSetup(sayOfSetup('setup.not_demo', { dataDir }));
  }

  async function own(missingDatabases: MissingDatabases): Promise<Attached> {
    const { startEngine } = await import('./running-engine.ts');
    const running = await startEngine(settings, platform, { http: false, servesHosts, missingDatabases });
    const { direct, socket: socketPath } = running;
    return {
      client: direct.client,
      socketPath,
      isOwn: true,
      close: async () => {
        direct.close();
        // Other clients may have attached meanwhile: their runs end before this engine does.
        while (running.engine.services.runs.liveCount > 0 && !stop.aborted) await pause(RETRY_MS);
        await running.stop();
      },
    };
  }

  async function attachedOr(
    missingDatabases: () => MissingDatabases,
    confirmed: (engine: Attached) => Promise<Attached> = async (engine) => engine,
  ): Promise<Attached> {
    const givesUpAt = platform.clock.monotonic() + HANDOVER_MS;
    const mayWait = () => !stop.aborted && platform.clock.monotonic() < givesUpAt;
    for (;;) {
      const found = await attached();
      if (found && !(mayWait() && (await isComingOrGoing(found)))) return await confirmed(found);
      await found?.close();
      try {
        if (!found) return await own(missingDatabases());
      } catch (error) {
        // Another engine was faster, or is stopping: soon it is reachable or gone.
        if (!isDirectoryInUse(error) || !mayWait()) throw error;
      }
      await pause(RETRY_MS);
    }
  }

  const isUsed = () => {
    try {
      return isStore(join(dataDir, 'history.db'));
    } catch (cause) {
      throw new UnusableSetup(sayOfSetup('setup.unseen', { dataDir, why: whyOf(cause) }), cause);
    }
  };
  return {
    attached,
    attachedOrOwn: () => attachedOr(() => 'create', asAsked),
    kind: () => readEngineRecord(dataDir)?.servesHosts || null,
    page: () => readEngineRecord(dataDir)?.page ?? null,
    attachedOrLooking: () => attachedOr(() => (isUsed() ? 'create' : 'in-memory')),
  };
}
