import type { Says } from '../core/kernel/says.ts';
import { isDirectoryInUse } from './unusable-setup.ts';
import { DirectoryLock } from './directory-lock.ts';
import { confirmRestore, isRestored, restoreProblemIn, UnusableRestore } from './restored-start.ts';
import type { Restarting } from '../core/ports/restarting.ts';
import type { Services } from '../core/features.ts';
import { Graph, type Rebind } from './graph.ts';
import { Lifecycle } from './lifecycle.ts';
import type { DrainFor, Get } from './module.ts';
import { modules } from './modules/all.ts';
import { processTokens } from './tokens.ts';
import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';
import type { MissingDatabases, Waiting } from './stores.ts';

/** A running engine: the holder of one data directory. */
export interface Engine {
  readonly services: Services;
  /** Any part of it, by its token: for tests and benchmarks. */
  readonly get: Get;
  /** Call it before the port is open: no request of the agent may reach this port, which is the engine's own. */
  listensOn(port: number): void;
  /** See `Module.warm` and `Module.reachOut`. Never rejects. */
  warmUp(): Promise<void>;
  /**
   * Refuses new work and ends runs as interrupted; their readers get the terminal event. Before a restore the operation
   * that restores goes on, and so do streams that have no end of their own.
   */
  drain(why?: DrainFor): Promise<void>;
  /**
   * Ends runs as interrupted, closes the stores and releases the directory. Repeatable.
   * @returns the parts that did not stop in time, and may still be at work
   */
  stop(): Promise<readonly string[]>;
}

export interface BootOptions {
  readonly rebind?: Rebind;
  /** `in-memory` creates no missing database and no key; only settings are stored. */
  readonly missingDatabases?: MissingDatabases;
  /** It serves a port or a host; false for one command of the terminal. */
  readonly isLasting?: boolean;
  /** Without it, no backup can be restored. */
  readonly restart?: Restarting;
  /** Null: the start fails if the server of the data is away. */
  readonly waiting?: Waiting | null;
  /** Of the engine before this one in the same process. */
  readonly lock?: DirectoryLock;
}

/**
 * Starts an engine over a data directory: loads the modules and runs their start steps in the order of the list.
 * There is no module-level state, so one process can boot several engines over different directories, or over the same
 * one after the other has stopped.
 * @throws UnusableSetup if the directory is in use, overlaps the workspace, or cannot be used
 */
export async function boot(
  settings: Settings,
  platform: Platform,
  options: BootOptions = {},
): Promise<Engine> {
  try {
    return await bootOnce(settings, platform, options, null);
  } catch (error) {
    const problem = restoreProblemIn(error);
    if (problem === null) throw error;
    // On the files from before the restore.
    return await bootOnce(settings, platform, options, problem);
  }
}

async function bootOnce(
  settings: Settings,
  platform: Platform,
  {
    rebind,
    missingDatabases = 'create',
    restart,
    waiting = null,
    lock = new DirectoryLock(),
    isLasting = true,
  }: BootOptions,
  restoreProblem: Says | null,
): Promise<Engine> {
  process.umask(0o077);
  const graph = new Graph(
    { settings, platform, missingDatabases, restart: restart ?? null, waiting, lock, restoreProblem },
    rebind,
  );
  const { get } = graph;
  const lifecycle = new Lifecycle(get(processTokens.clock), get(processTokens.log));
  const starting = {
    get,
    isLasting,
    set: graph.set.bind(graph),
    onStop: (name: string, stop: () => Promise<void> | void) => lifecycle.add(name, stop),
  };
  let isEnding = false;
  const drain = async (why: DrainFor = 'stop') => {
    isEnding = true;
    for (const module of modules.toReversed()) await module.drain?.(get, why);
  };
  try {
    for (const module of modules) await module.start?.(starting);
    await confirmRestore(get);
    lifecycle.add('work', () => drain());
    const listensOn = (port: number) => void get(processTokens.ownPorts).add(port);
    const warmUp = async () => {
      for (const { warm } of modules) {
        if (!warm) continue;
        // Requests that have come meanwhile go first.
        await new Promise((resolve) => setImmediate(resolve));
        if (isEnding) return;
        await Promise.resolve(get)
          .then(warm)
          .catch(() => undefined);
      }
      // One that is stopped as soon as it serves begins nothing.
      if (!isEnding) for (const { reachOut } of modules) reachOut?.(get, { isLasting });
    };
    return { services: graph.services, get, listensOn, warmUp, drain, stop: () => lifecycle.stop() };
  } catch (error) {
    const isOnRestored = !isDirectoryInUse(error) && (await isRestored(get));
    const hung = await lifecycle.stop();
    // A database that may still be open must keep its files.
    throw isOnRestored && restoreProblem === null && hung.length === 0 ? new UnusableRestore(error) : error;
  }
}
