import { afterEach, expect, test } from '@jest/globals';
import { Container, type ServiceIdentifier } from 'inversify';
import { openHistory, type HistoryDatabase } from '../../src/adapters/out/sqlite/history/open.ts';
import { openMemory, type MemoryDatabase } from '../../src/adapters/out/sqlite/memory/open.ts';
import { apiStoreModule } from '../../src/main/modules/api-store.ts';
import { changesetsModule } from '../../src/main/modules/changesets.ts';
import { OneJournal } from '../../src/adapters/out/sqlite/one-journal.ts';
import { WriteGate } from '../../src/core/kernel/write-gate.ts';
import { openVault, type VaultDatabase } from '../../src/adapters/out/sqlite/vault/open.ts';
import { consentModule } from '../../src/main/modules/consent.ts';
import { coreModule } from '../../src/main/modules/core.ts';
import { modelsModule } from '../../src/main/modules/models.ts';
import { platformModule } from '../../src/main/modules/platform.ts';
import { storageModule } from '../../src/main/modules/storage.ts';
import { webModule } from '../../src/main/modules/web.ts';
import { vaultModule } from '../../src/main/modules/vault.ts';
import { systemPlatform } from '../../src/main/platform.ts';
import { settingsFrom } from '../../src/main/settings.ts';
import { t } from '../../src/main/tokens.ts';

let history: HistoryDatabase | undefined;
let memory: MemoryDatabase | undefined;
let vault: VaultDatabase | undefined;
afterEach(async () => {
  await history?.close();
  await memory?.close();
  await vault?.close();
});

function wired(): Container {
  const settings = settingsFrom({ SVC_DATA_DIR: '/nonexistent' }, { demo: false });
  const platform = systemPlatform(settings, new URL('../../src/', import.meta.url));
  history = openHistory(':memory:');
  memory = openMemory(':memory:');
  vault = openVault(':memory:');
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(
    platformModule(platform),
    storageModule(
      new OneJournal(
        { history: history.journal, memory: memory.journal, vault: vault.journal },
        new WriteGate(),
      ),
      history,
      memory.store,
      settings,
    ),
    vaultModule(vault.store, settings.dataDir, settings.vault, true),
    modelsModule({
      environment: settings.modelEnvironment,
      demo: false,
      userAgent: 'svc/0',
      prices: new Map(),
    }),
    webModule({ userAgent: 'svc/0', privateHosts: [], ownPorts: new Set() }),
    apiStoreModule(history.rates, settings.dataDir, []),
    changesetsModule(history.changesets, settings.dataDir),
    consentModule(history.grants),
    coreModule(
      { version: '0', startedAt: 0, pid: 1, environment: {}, token: null, refusedStores: () => [] },
      () => container.get(t.services),
    ),
  );
  return container;
}

test('every token resolves, each time to the same thing', () => {
  const container = wired();
  for (const [name, id] of Object.entries<ServiceIdentifier>(t)) {
    const found: unknown = container.get(id);
    expect([name, typeof found]).toEqual([name, 'object']);
    expect(container.get(id) === found).toBe(true);
  }
});

test('no two tokens name the same thing', () => {
  const ids = Object.values(t);
  expect(new Set(ids).size).toBe(ids.length);
});

test('two containers share nothing that is made for an engine', () => {
  const [a, b] = [wired(), wired()];
  const own: readonly ServiceIdentifier[] = [
    t.journal,
    t.sessionStore,
    t.threadStore,
    t.runStore,
    t.promptStore,
    t.changesetStore,
    t.workspace,
    t.configFiles,
    t.config,
    t.runs,
    t.prompts,
    t.services,
    t.vaultKeyFile,
    t.vault,
    t.secrets,
    t.apiRegistry,
    t.rateWindows,
    t.apis,
    t.consents,
  ];
  for (const id of own) expect(a.get(id) === b.get(id)).toBe(false);
});
