import type { VaultDatabase } from '../../src/adapters/out/sqlite/vault/open.ts';
import type { NamedSecret } from '../../src/core/trust/secrets/service.ts';
import type { Change } from '../../src/core/features.ts';
import type { Journal } from '../../src/core/ports/journal.ts';
import type { VaultKeyFile, VaultStore } from '../../src/core/trust/secrets/store.ts';
import { secretsModule } from '../../src/main/modules/secrets.ts';
import { databaseTokens, secretTokens } from '../../src/main/tokens.ts';
import type { ManualClock } from '../doubles/manual-clock.ts';
import { MemoryVaultKeyFile } from '../doubles/memory-vault-key-file.ts';
import { graphOver } from './graph.ts';
import { freshVault } from './fresh-databases.ts';

export interface SecretOptions<File extends VaultKeyFile> {
  readonly database?: VaultDatabase;
  readonly store?: (store: VaultStore) => VaultStore;
  readonly journal?: (journal: Journal<Change>) => Journal<Change>;
  readonly file?: File;
  readonly given?: string | null;
  readonly environment?: readonly NamedSecret[];
  readonly configured?: readonly NamedSecret[];
  readonly clock?: ManualClock;
}

/** An open vault with its secrets, over a database and a key file in memory. */
export async function secretsOver<File extends VaultKeyFile = MemoryVaultKeyFile>({
  database = freshVault(),
  store: wrapped,
  journal: writing,
  file = new MemoryVaultKeyFile() as unknown as File,
  given = null,
  environment = [],
  configured = [],
  clock,
}: SecretOptions<File> = {}) {
  const published: string[] = [];
  const { get, log, knownSecrets, ...made } = graphOver({
    vault: database,
    keyFile: file,
    ...(clock ? { clock } : {}),
    settings: { vault: { given, publish: (key) => void published.push(key), secrets: environment } },
    rebind: ({ set, around }) => {
      if (wrapped) around(secretTokens.vaultStore, wrapped);
      if (writing) around(databaseTokens.journal, writing);
      set(secretTokens.configuredSecrets, () => configured);
    },
  });
  const vault = get(secretTokens.vault);
  const secrets = get(secretTokens.secrets);
  await secretsModule.start({ get, isLasting: true, set: async () => undefined, onStop: () => undefined });
  return {
    database,
    journal: get(databaseTokens.journal),
    store: get(secretTokens.vaultStore),
    file,
    vault,
    secrets,
    clock: made.clock,
    log,
    knownSecrets,
    published,
  };
}
