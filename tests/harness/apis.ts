import { OWNER_ID } from '../doubles/people.ts';
import type { HistoryDatabase } from '../../src/adapters/out/sqlite/history/open.ts';
import type { ApiProfile } from '../../src/core/outside/api-store/model.ts';
import { Expiry } from '../../src/core/instance/expiry/service.ts';
import { around } from '../../src/core/kernel/around.ts';
import { threadId } from '../../src/core/kernel/ids.ts';
import type { Journal } from '../../src/core/ports/journal.ts';
import type { Change } from '../../src/core/features.ts';
import type { ApiRequest } from '../../src/core/outside/web/port.ts';
import { secretsModule } from '../../src/main/modules/secrets.ts';
import { apiTokens, databaseTokens, expiryTokens, secretTokens, webTokens } from '../../src/main/tokens.ts';
import { ManualClock } from '../doubles/manual-clock.ts';
import { MemoryApiFiles } from '../doubles/memory-api-files.ts';
import { MemoryVaultKeyFile } from '../doubles/memory-vault-key-file.ts';
import { RecordingLog } from '../doubles/recording-log.ts';
import { graphOver } from './graph.ts';
import type { SecretOptions } from './secrets.ts';
import { freshVault } from './fresh-databases.ts';

export interface ApiOptions {
  readonly profiles?: readonly ApiProfile[];
  readonly files?: MemoryApiFiles;
  readonly history?: HistoryDatabase;
  readonly journal?: (journal: Journal<Change>) => Journal<Change>;
  readonly clock?: ManualClock;
  /** False after a jump of the clock. */
  readonly isTimeTrusted?: boolean;
  readonly localOrigins?: readonly string[];
  /** The vault of an earlier engine. */
  readonly vault?: Pick<SecretOptions<MemoryVaultKeyFile>, 'database' | 'file' | 'store' | 'journal'>;
  /** The document at an address. */
  readonly document?: string;
}

/** The loaded API store over files in memory, a real vault and a real history.db, with a manual clock. */
export async function apisOver({
  profiles = [],
  files = new MemoryApiFiles(profiles),
  history,
  journal,
  clock = new ManualClock(),
  isTimeTrusted = true,
  localOrigins = [],
  vault: { database = freshVault(), file = new MemoryVaultKeyFile(), store, journal: writing } = {},
  document = '',
}: ApiOptions = {}) {
  const { get, knownSecrets, log, ...made } = graphOver({
    vault: database,
    keyFile: file,
    ...(history ? { history } : {}),
    clock,
    rebind: ({ set, around: wrap }) => {
      set(apiTokens.apiFiles, files);
      // Until it has begun, nothing is too old.
      if (!isTimeTrusted)
        set(
          expiryTokens.expiry,
          new Expiry({ file: nowhere, clock, log: new RecordingLog(), isKept: false }),
        );
      set(webTokens.mayBeLocal, (origin) => localOrigins.includes(origin));
      wrap(webTokens.webService, (web) =>
        around(web, { readDocument: async (url: string) => ({ url, text: document }) }),
      );
      if (store) wrap(secretTokens.vaultStore, store);
      if (writing) wrap(databaseTokens.journal, writing);
      if (journal) wrap(databaseTokens.journal, journal);
    },
  });
  get(databaseTokens.databases).owner.id = OWNER_ID;
  const start = { get, isLasting: true, set: async () => undefined, onStop: () => undefined };
  await secretsModule.start(start);
  const apis = get(apiTokens.apis);
  await apis.load();
  const gate = get(apiTokens.apiGate);
  return {
    apis,
    gate,
    files,
    history: made.history,
    clock: made.clock,
    log,
    secrets: get(secretTokens.secrets),
    knownSecrets,
    vault: { database, file },
    admit: (url: string, more: Partial<ApiRequest> = {}) => gate.admit(aRequest(url, more)),
  };
}

const nowhere = { read: async () => ({ found: 'nothing' }) as const, replace: async () => undefined };

export const aRequest = (url: string, more: Partial<ApiRequest> = {}): ApiRequest => ({
  method: 'GET',
  url: new URL(url),
  headers: {},
  personId: OWNER_ID,
  threadId: threadId('t1'),
  use: 'call',
  isRedirect: false,
  signal: new AbortController().signal,
  ...more,
});

/** A minimal valid profile. */
export const aProfile = (more: Partial<ApiProfile> = {}): ApiProfile => ({
  id: 'shop',
  name: 'Shop',
  base_url: 'https://shop.example/v1',
  description: 'Sells things.',
  ...more,
});

/** A profile in the form that `api_setup` accepts. */
export const aWholeProfile = (more: Partial<ApiProfile> = {}): ApiProfile =>
  aProfile({
    auth: { type: 'bearer', instructions: 'Send secret:SHOP_KEY.' },
    endpoints: [{ method: 'GET', path: '/items/{id}', description: 'One item' }],
    guidelines: ['Ask for few at once.'],
    avoid: ['Polling.'],
    ...more,
  });
