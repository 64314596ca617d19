import { openHistory, type HistoryDatabase } from '../../src/adapters/out/sqlite/history/open.ts';
import { AjvValidator } from '../../src/adapters/out/system/ajv-validator.ts';
import { readYaml } from '../../src/adapters/out/system/yaml.ts';
import { ApiStoreGate } from '../../src/core/api-store/gate.ts';
import type { ApiProfile } from '../../src/core/api-store/model.ts';
import { RateWindows } from '../../src/core/api-store/rate-windows.ts';
import { ApiRegistry } from '../../src/core/api-store/registry.ts';
import { ApiStore, type ApiStoreDeps } from '../../src/core/api-store/service.ts';
import { threadId } from '../../src/core/kernel/ids.ts';
import type { Journal } from '../../src/core/ports/journal.ts';
import type { HistoryChange as Change } from '../../src/adapters/out/sqlite/history/parts.ts';
import type { ApiRequest } from '../../src/core/web/port.ts';
import { CountingIds } from '../doubles/counting-ids.ts';
import { ManualClock } from '../doubles/manual-clock.ts';
import { MemoryApiFiles } from '../doubles/memory-api-files.ts';
import type { MemoryVaultKeyFile } from '../doubles/memory-vault-key-file.ts';
import { secretsOver, type SecretOptions } from './secrets.ts';

export interface ApiOptions {
  readonly profiles?: readonly ApiProfile[];
  readonly files?: MemoryApiFiles;
  readonly history?: HistoryDatabase;
  readonly journal?: (journal: Journal<Change>) => Journal<Change>;
  readonly clock?: ManualClock;
  readonly localOrigins?: readonly string[];
  /** The vault of an engine before. */
  readonly vault?: Pick<SecretOptions<MemoryVaultKeyFile>, 'database' | 'file' | 'store' | 'journal'>;
  /** What is at the address of a document. */
  readonly document?: string;
}

/** The API store, loaded, over files in memory, a real vault and a real history.db, with a clock that stands still. */
export async function apisOver({
  profiles = [],
  files = new MemoryApiFiles(profiles),
  history = openHistory(':memory:'),
  journal = (given) => given,
  clock = new ManualClock(),
  localOrigins = [],
  vault = {},
  document = '',
}: ApiOptions = {}) {
  const { secrets, knownSecrets, log, database, file } = await secretsOver({ ...vault, clock });
  const registry = new ApiRegistry();
  const windows = new RateWindows({ journal: journal(history.journal), store: history.rates, clock, log });
  const mayBeLocal = (origin: string) => localOrigins.includes(origin);
  const gate = new ApiStoreGate({ registry, windows, secrets, knownSecrets, mayBeLocal });
  const web: ApiStoreDeps['web'] = { readDocument: async (url) => ({ url, text: document }) };
  const apis = new ApiStore({
    files,
    registry,
    windows,
    secrets,
    web,
    knownSecrets,
    mayBeLocal,
    log,
    readYaml: async (text) => readYaml(text),
    validator: new AjvValidator(),
    ids: new CountingIds(),
  });
  await apis.load();
  return {
    apis,
    gate,
    files,
    history,
    clock,
    log,
    secrets,
    knownSecrets,
    vault: { database, file },
    admit: (url: string, more: Partial<ApiRequest> = {}) => gate.admit(aRequest(url, more)),
  };
}

export const aRequest = (url: string, more: Partial<ApiRequest> = {}): ApiRequest => ({
  method: 'GET',
  url: new URL(url),
  headers: {},
  threadId: threadId('t1'),
  use: 'call',
  isRedirect: false,
  ...more,
});

/** All that a profile needs, and nothing else. */
export const aProfile = (more: Partial<ApiProfile> = {}): ApiProfile => ({
  id: 'shop',
  name: 'Shop',
  base_url: 'https://shop.example/v1',
  description: 'Sells things.',
  ...more,
});

/** One that `api_setup` takes. */
export const aWholeProfile = (more: Partial<ApiProfile> = {}): ApiProfile =>
  aProfile({
    auth: { type: 'bearer', instructions: 'Send secret:SHOP_KEY.' },
    endpoints: [{ method: 'GET', path: '/items/{id}', description: 'One item' }],
    guidelines: ['Ask for few at once.'],
    avoid: ['Polling.'],
    ...more,
  });
