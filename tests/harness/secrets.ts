import { openVault, type VaultDatabase } from '../../src/adapters/out/sqlite/vault/open.ts';
import { nodeCrypto } from '../../src/adapters/out/system/node-crypto.ts';
import { WinstonLog } from '../../src/adapters/out/system/winston-log.ts';
import { SecretService, type NamedSecret } from '../../src/core/secrets/service.ts';
import type { Journal } from '../../src/core/ports/journal.ts';
import type { VaultChange } from '../../src/core/secrets/changes.ts';
import type { VaultKeyFile, VaultStore } from '../../src/core/secrets/store.ts';
import { Vault } from '../../src/core/secrets/vault.ts';
import { ManualClock } from '../doubles/manual-clock.ts';
import { MemoryVaultKeyFile } from '../doubles/memory-vault-key-file.ts';
import { RecordingLog } from '../doubles/recording-log.ts';

export interface SecretOptions<File extends VaultKeyFile> {
  readonly database?: VaultDatabase;
  readonly store?: (store: VaultStore) => VaultStore;
  readonly journal?: (journal: Journal<VaultChange>) => Journal<VaultChange>;
  readonly file?: File;
  readonly given?: string | null;
  readonly environment?: readonly NamedSecret[];
  readonly configured?: readonly NamedSecret[];
  readonly clock?: ManualClock;
}

/** The vault and its secrets, opened, over a database and a key file in memory. */
export async function secretsOver<File extends VaultKeyFile = MemoryVaultKeyFile>({
  database = openVault(':memory:'),
  store: wrapped = (store) => store,
  journal: writing = (journal) => journal,
  file = new MemoryVaultKeyFile() as unknown as File,
  given = null,
  environment = [],
  configured = [],
  clock = new ManualClock(),
}: SecretOptions<File> = {}) {
  const log = new RecordingLog();
  const knownSecrets = new WinstonLog({ level: 'error', secrets: [] });
  const published: string[] = [];
  const store = wrapped(database.store);
  const journal = writing(database.journal);
  const shared = { journal, store, knownSecrets, clock, log };
  const vault = new Vault({
    ...shared,
    file,
    crypto: nodeCrypto,
    given,
    publish: (key) => void published.push(key),
  });
  const secrets = new SecretService({ ...shared, vault, environment, configured: () => configured });
  await vault.open();
  secrets.load();
  return { database, journal, store, file, vault, secrets, clock, log, knownSecrets, published };
}
