import { OWNER_ID } from '../doubles/people.ts';
import {
  apiTokens,
  databaseTokens,
  expiryTokens,
  processTokens,
  secretTokens,
} from '../../src/main/tokens.ts';
import { MemoryApiFiles } from '../doubles/memory-api-files.ts';
import type { Datastore } from '../../src/adapters/out/sqlite/datastore/open.ts';
import type { EngineDatabase } from '../../src/adapters/out/sqlite/engine/open.ts';
import type { HistoryDatabase } from '../../src/adapters/out/sqlite/history/open.ts';
import type { MemoryDatabase } from '../../src/adapters/out/sqlite/memory/open.ts';
import type { VaultDatabase } from '../../src/adapters/out/sqlite/vault/open.ts';
import { AjvValidator } from '../../src/adapters/out/system/ajv-validator.ts';
import { Expiry } from '../../src/core/instance/expiry/service.ts';
import type { LastingIds } from '../../src/core/ports/ids.ts';
import type { VaultKeyFile } from '../../src/core/trust/secrets/store.ts';
import { Graph, type Rebinding } from '../../src/main/graph.ts';
import { testWords } from '../doubles/sentences.ts';
import { systemPlatform } from '../../src/main/platform.ts';
import { settingsFrom, type Settings } from '../../src/main/settings.ts';
import { CountingIds } from '../doubles/counting-ids.ts';
import { ManualClock } from '../doubles/manual-clock.ts';
import { MemoryVaultKeyFile } from '../doubles/memory-vault-key-file.ts';
import { RecordingLog } from '../doubles/recording-log.ts';
import { storageOf } from './storage.ts';
import { freshDatastore, freshEngine, freshHistory, freshMemory, freshVault } from './fresh-databases.ts';

export const SOURCE = new URL('../../src/', import.meta.url);

/** Schemas compile slowly, and engines keep nothing else in it. */
export const validator = new AjvValidator();

export interface GraphOptions {
  readonly dataDir?: string;
  readonly env?: Record<string, string>;
  readonly settings?: Partial<Settings>;
  readonly clock?: ManualClock;
  readonly ids?: LastingIds;
  readonly history?: HistoryDatabase;
  readonly memory?: MemoryDatabase;
  readonly engine?: EngineDatabase;
  readonly datastore?: Datastore;
  readonly vault?: VaultDatabase;
  readonly keyFile?: VaultKeyFile;
  readonly rebind?: (rebinding: Rebinding) => void;
}

/** Settings for a data directory that does not exist. By default there is no project file either. */
export const testSettings = (
  dataDir: string,
  env: Record<string, string> = {},
  projectDir: string = `${dataDir}/no-project`,
): Settings =>
  withOwnFiles(
    settingsFrom(
      { SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: '0', ...storageOf(dataDir), ...env },
      { demo: false },
      projectDir,
    ),
  );

/** Tests count their ids, so they must not share the folder that all engines of a user share. */
const withOwnFiles = (settings: Settings): Settings => ({
  ...settings,
  toolServer: { ...settings.toolServer, filesDir: `${settings.dataDir}-files` },
});

/**
 * The wiring of production over databases in memory, a manual clock and counting ids. It runs no start
 * step; each test runs those it needs. Only what a test calls writes to the disk.
 */
export function graphOver({
  dataDir = '/nonexistent/svc-test',
  env = {},
  settings: more = {},
  clock = new ManualClock(),
  ids = new CountingIds(),
  history = freshHistory(),
  memory = freshMemory(),
  engine = freshEngine(),
  datastore = freshDatastore(),
  vault = freshVault(),
  keyFile = new MemoryVaultKeyFile(),
  rebind = () => undefined,
}: GraphOptions = {}) {
  const settings = { ...testSettings(dataDir, env), ...more };
  const log = new RecordingLog();
  const system = systemPlatform({ logLevel: 'error', secrets: settings.secrets }, SOURCE);
  const platform = { ...system, clock, ids, log, validator };
  // Nothing is wrong with the clock.
  const nowhere = { read: async () => ({ found: 'nothing' }) as const, replace: async () => undefined };
  const expiry = new Expiry({ file: nowhere, clock, log, isKept: false });
  void expiry.begin(true);
  const graph = new Graph({ settings, platform, missingDatabases: 'create' }, (rebinding) => {
    rebinding.set(databaseTokens.databases, {
      owner: { id: OWNER_ID },
      history,
      journals: {
        history: history.journal,
        memory: memory.journal,
        engine: engine.journal,
        datastore: datastore.journal,
        vault: vault.journal,
      },
      memory: memory.store,
      insights: memory.insights,
      engine,
      datastore,
      vault: vault.store,
      vaultIsKept: true,
      historyIsNew: false,
      highestIds: async () => [],
      refused: () => [],
      server: null,
    });
    rebinding.set(processTokens.words, testWords);
    rebinding.set(expiryTokens.expiry, expiry);
    rebinding.set(secretTokens.vaultKeyFile, keyFile);
    // A run looks for changed files when it begins, which would take real time.
    rebinding.set(apiTokens.apiFiles, new MemoryApiFiles());
    rebind(rebinding);
  });
  const close = async () => {
    await history.close();
    await memory.close();
    await engine.close();
    await datastore.close();
    await vault.close();
  };
  return {
    graph,
    get: graph.get,
    clock,
    ids,
    log,
    settings,
    knownSecrets: system.knownSecrets,
    history,
    memory,
    engine,
    datastore,
    vault,
    close,
  };
}
