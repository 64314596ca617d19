import type { Services } from '../core/features.ts';
import { Graph, type Rebind } from './graph.ts';
import { Lifecycle } from './lifecycle.ts';
import type { Get } from './module.ts';
import { modules } from './modules/all.ts';
import { processTokens } from './tokens/process.ts';
import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';
import type { MissingDatabases } from './stores.ts';

/** A running engine: the holder of one data directory. */
export interface Engine {
  readonly services: Services;
  /** Any part of it, by its token: for tests and benchmarks. */
  readonly get: Get;
  /** This port is the engine's own: no request of the agent ever reaches it. Call it before the port is open. */
  listensOn(port: number): void;
  /** See `Module.warm`. Never rejects. */
  warmUp(): Promise<void>;
  /** Takes no new work and ends what runs as interrupted; its readers get their terminal event. */
  drain(): Promise<void>;
  /** Ends what runs as interrupted, closes the stores, gives the directory back. May be called again. */
  stop(): Promise<void>;
}

export interface BootOptions {
  readonly rebind?: Rebind;
  /** `look` makes no store and no key that is not there; only settings are kept. */
  readonly missingDatabases?: MissingDatabases;
}

/**
 * Brings an engine up over a data directory: loads the modules and takes their start steps in the order of the list.
 * There is no module-level state, so it may be called again, in the same process, for another directory or for this
 * one once it has stopped.
 * @throws UnusableSetup when the directory is in use, overlaps the workspace, or cannot be used
 */
export async function boot(
  settings: Settings,
  platform: Platform,
  { rebind, missingDatabases = 'create' }: BootOptions = {},
): Promise<Engine> {
  process.umask(0o077);
  const graph = new Graph({ settings, platform, missingDatabases }, rebind);
  const { get } = graph;
  const lifecycle = new Lifecycle(get(processTokens.clock), get(processTokens.log));
  const starting = {
    get,
    set: graph.set.bind(graph),
    onStop: (name: string, stop: () => Promise<void> | void) => lifecycle.add(name, stop),
  };
  const drain = async () => {
    for (const module of modules.toReversed()) await module.drain?.(get);
  };
  try {
    for (const module of modules) await module.start?.(starting);
    lifecycle.add('work', drain);
    const listensOn = (port: number) => void get(processTokens.ownPorts).add(port);
    const warmUp = async () => {
      for (const { warm } of modules) {
        if (!warm) continue;
        // Requests that have come meanwhile go first.
        await new Promise((resolve) => setImmediate(resolve));
        await Promise.resolve(get)
          .then(warm)
          .catch(() => undefined);
      }
    };
    return { services: graph.services, get, listensOn, warmUp, drain, stop: () => lifecycle.stop() };
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}
