import { join } from 'node:path';
import { Container } from 'inversify';
import { overlap } from '../adapters/out/files/apart.ts';
import { repairModes, secureDirectory, sweepTemporaries } from '../adapters/out/files/atomic-write.ts';
import { sweepApiFiles } from '../adapters/out/files/api-files.ts';
import { readPricing } from '../adapters/out/files/pricing-file.ts';
import { lockDirectory, type InstanceLock } from '../adapters/out/sqlite/instance-lock.ts';
import { isStoreUnusable } from '../core/kernel/storage-refusals.ts';
import { shutdownLimits } from './limits.ts';
import type { MemoryStore } from '../core/memory/store.ts';
import type { Journal } from '../core/ports/journal.ts';
import type { Change } from '../core/changes.ts';
import { pricingFrom } from '../core/models/pricing.ts';
import type { Log } from '../core/ports/log.ts';
import type { ModelGateway, Price } from '../core/ports/model.ts';
import type { Services } from '../core/services.ts';
import { readEngineRecord, removeEngineRecord } from './engine-record.ts';
import { Lifecycle } from './lifecycle.ts';
import { apiStoreModule } from './modules/api-store.ts';
import { changesetsModule } from './modules/changesets.ts';
import { consentModule } from './modules/consent.ts';
import { coreModule } from './modules/core.ts';
import { modelsModule, type ModelReach } from './modules/models.ts';
import { platformModule } from './modules/platform.ts';
import { storageModule } from './modules/storage.ts';
import { webModule, type WebReach } from './modules/web.ts';
import { vaultModule } from './modules/vault.ts';
import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';
import { t } from './tokens.ts';
import { openStores, type Beginning, type Stores } from './stores.ts';
import { toldOnce } from './told-once.ts';
import { reasonOf, UnusableSetup } from './unusable-setup.ts';

/** A running engine: the holder of one data directory. */
export interface Engine {
  readonly services: Services;
  /** This port is the engine's own: no request of the agent ever reaches it. To be told before anybody can connect. */
  listensOn(port: number): void;
  /** Takes no new work and ends what runs as interrupted; its readers get their terminal event. */
  drain(): Promise<void>;
  /** Ends what runs as interrupted, closes the stores, gives the directory back. May be called again. */
  stop(): Promise<void>;
}

/** What tests and benchmarks put in the place of a real part, or around it. */
export interface Replacements {
  readonly models?: ModelGateway;
  readonly reach?: ModelReach;
  readonly web?: WebReach;
  readonly journal?: (journal: Journal<Change>) => Journal<Change>;
  readonly memory?: (store: MemoryStore) => MemoryStore;
}

/**
 * Brings an engine up over a data directory, in the order of house §3.12.4. There is no module-level state, so
 * it may be called again, in the same process, for another directory or for this one once it has stopped.
 * One that only looks makes no store and no key that is not there; only settings are kept with it.
 * @throws UnusableSetup when the directory is in use, overlaps the workspace, or cannot be used
 */
export async function boot(
  settings: Settings,
  given: Platform,
  replaced: Replacements = {},
  beginning: Beginning = 'begin',
): Promise<Engine> {
  process.umask(0o077);
  const platform = { ...given, log: toldOnce(given.log) };
  const lifecycle = new Lifecycle(platform.clock, platform.log);
  try {
    await prepareDirectory(settings.dataDir);
    confirmApart(settings);
    const lock = lockFor(settings.dataDir);
    lifecycle.add('lock', () => lock.release());
    // Whoever wrote it is dead, or the lock would not be ours; nobody is to be sent to that process.
    removeEngineRecord(settings.dataDir);
    await sweepTemporaries(settings.dataDir);
    await repairModes(settings.dataDir);
    await sweepApiFiles(settings.dataDir);

    const stores = await openStores(settings.dataDir, lifecycle, platform.log, beginning);
    for (const id of stores.highestIds()) platform.ids.continueAfter(id);
    const prices = await pricesIn(settings.dataDir, platform.log);
    const ownPorts = new Set<number>();
    const services = wire(settings, platform, replaced, stores, prices, ownPorts);
    await services.config.load();
    await services.auth.load();
    await services.vault.open();
    services.secrets.load();
    await services.apis.load();
    await recovered(services, platform.log);
    // Without the history that named them nothing says which copies of files are needed.
    if (!stores.historyIsNew) await services.changesets.sweep();
    const drain = () => services.runs.drain(shutdownLimits.stepMs);
    lifecycle.add('runs', drain);
    const listensOn = (port: number) => void ownPorts.add(port);
    return { services, listensOn, drain, stop: () => lifecycle.stop() };
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

/** Where the runs cannot be read nothing of them can be ended, and the rest serves nevertheless. */
async function recovered({ runs }: Services, log: Log): Promise<void> {
  try {
    await runs.recover();
  } catch (error) {
    if (!isStoreUnusable(error)) throw error;
    log.error('runs of the last start could not be ended', { error });
  }
}

function wire(
  settings: Settings,
  platform: Platform,
  replaced: Replacements,
  stores: Stores,
  prices: ReadonlyMap<string, Price>,
  ownPorts: ReadonlySet<number>,
): Services {
  const { history, memory, vault, vaultIsKept, refused } = stores;
  const container = new Container({ defaultScope: 'Singleton' });
  const facts = {
    version: platform.version,
    startedAt: platform.clock.now(),
    pid: process.pid,
    environment: settings.environment,
    token: settings.http.token,
    refusedStores: refused,
  };
  const journal = replaced.journal?.(stores.journal) ?? stores.journal;
  container.load(
    platformModule(platform),
    storageModule(journal, history, replaced.memory?.(memory) ?? memory, settings),
    vaultModule(vault, settings.dataDir, settings.vault, vaultIsKept),
    modelsModule(
      {
        environment: settings.modelEnvironment,
        demo: settings.demo,
        userAgent: `svc/${platform.version}`,
        prices,
        ...(replaced.reach ? { reach: replaced.reach } : {}),
      },
      replaced.models,
    ),
    webModule({
      userAgent: `svc/${platform.version}`,
      privateHosts: settings.privateHosts,
      ownPorts,
      ...(replaced.web ? { reach: replaced.web } : {}),
    }),
    apiStoreModule(history.rates, settings.dataDir, settings.privateHosts),
    changesetsModule(history.changesets, settings.dataDir),
    consentModule(history.grants),
    coreModule(facts, () => container.get(t.services)),
  );
  return container.get(t.services);
}

/** Prices that the operator has written down. Whatever is wrong with them is a line in the log. */
async function pricesIn(dataDir: string, log: Log): Promise<ReadonlyMap<string, Price>> {
  try {
    const content = await readPricing(dataDir);
    if (content === null) return new Map();
    const { prices, problems } = pricingFrom(content);
    if (problems.length > 0) log.warn('pricing problem', { problems });
    return prices;
  } catch (error) {
    log.warn('pricing problem', { problems: [(error as Error).message] });
    return new Map();
  }
}

async function prepareDirectory(dataDir: string): Promise<void> {
  try {
    await secureDirectory(dataDir);
  } catch (cause) {
    throw new UnusableSetup(
      `The data directory ${dataDir} cannot be used: ${reasonOf(cause)}. Set SVC_DATA_DIR to another one, or mend this one.`,
      cause,
    );
  }
}

/** The agent may change the workspace at will, so nothing of the data directory may lie in it. */
function confirmApart({ dataDir, workspaceDir }: Settings): void {
  const how = overlap(dataDir, workspaceDir);
  if (how === null) return;
  const said = {
    same: `The workspace ${workspaceDir} is the data directory itself`,
    'in-data': `The workspace ${workspaceDir} lies in the data directory ${dataDir}`,
    'in-workspace': `The workspace ${workspaceDir} contains the data directory ${dataDir}`,
  }[how];
  throw new UnusableSetup(
    `${said}, so the agent could change what the engine keeps there. Nothing was opened. Set SVC_WORKSPACE to a folder ` +
      `apart from it (without it, ${join(dataDir, 'workspace')} is used), or SVC_DATA_DIR to another one.`,
  );
}

function lockFor(dataDir: string): InstanceLock {
  try {
    return lockDirectory(join(dataDir, 'lock.db'));
  } catch (cause) {
    if ((cause as Error).name !== 'DirectoryInUse')
      throw new UnusableSetup(`The data directory ${dataDir} cannot be used: ${reasonOf(cause)}.`, cause);
    const holder = readEngineRecord(dataDir);
    const who = holder ? `Another engine (pid ${holder.pid})` : 'Another engine';
    throw new UnusableSetup(
      `${who} is using the data directory ${dataDir}: stop it first, or set SVC_DATA_DIR to another one.`,
      cause,
    );
  }
}
