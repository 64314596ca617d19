import { isLostConnection, type Attached, type SocketClient } from '../../adapters/in/cli/attach.ts';
import type { AnyRequest } from '../../contract/client.ts';
import { socketRows } from '../../contract/http/rows.ts';
import { refuse } from '../../adapters/in/mcp/errors.ts';
import type { Log } from '../../core/ports/log.ts';
import { isUnusableSetup } from '../unusable-setup.ts';
import type { EngineReach } from './engine-reach.ts';

/** A client that outlives engines: when one goes away, the next request reaches for another, or starts one. */
export interface EngineLink {
  readonly client: SocketClient;
  /** Whether the engine is one that this process has started; null where none was reached. */
  isOwn(): Promise<boolean | null>;
  /** Lets the engine go. One that this process started stops when its runs have ended. */
  close(): Promise<void>;
}

type Reached = Attached<SocketClient>;
type Operation = keyof SocketClient;

/** Where no engine can be reached or started, requests are refused, and the log says why. */
export function engineLink(
  { attachedOrOwn }: Pick<EngineReach, 'attachedOrOwn'>,
  log: Pick<Log, 'error'>,
): EngineLink {
  let reached: Promise<Reached> | null = null;

  const reach = (): Promise<Reached> =>
    attachedOrOwn().catch((error: unknown) => {
      if (!isUnusableSetup(error)) throw error;
      log.error('no engine can be reached or started', { reason: error.message });
      throw refuse.engine_not_available({}, undefined, error);
    });

  /** Requests that come at the same time share one engine; a failure is tried again by the next one. */
  function current(): Promise<Reached> {
    const engine = (reached ??= reach());
    engine.catch(() => reached === engine && (reached = null));
    return engine;
  }

  async function drop(engine: Promise<Reached>): Promise<void> {
    if (reached !== engine) return;
    reached = null;
    await (await engine).close();
  }

  async function ask(operation: Operation, request: AnyRequest): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const engine = current();
      const { client } = await engine;
      try {
        return await client[operation](request as never);
      } catch (error) {
        if (request.signal?.aborted || !isLostConnection(error)) throw error;
        await drop(engine);
        // A request that was sent may have been carried out.
        if (attempt > 1 || !wasNeverSent(error)) throw error;
      }
    }
  }
  const calls = (Object.keys(socketRows) as Operation[]).map((operation) => [
    operation,
    async (request: AnyRequest = {}) => await ask(operation, request),
  ]);
  return {
    client: Object.fromEntries(calls) as SocketClient,
    isOwn: async () => (await reached?.catch(() => null))?.isOwn ?? null,
    close: async () => {
      const engine = reached;
      reached = null;
      await (await engine?.catch(() => null))?.close();
    },
  };
}

const wasNeverSent = (error: unknown): boolean => {
  const { code } = ((error as Error).cause ?? {}) as { readonly code?: unknown };
  return code === 'ECONNREFUSED' || code === 'ENOENT';
};
