import { ContainerModule } from 'inversify';
import { DiskVaultKeyFile } from '../../adapters/out/files/vault-key-file.ts';
import { nodeCrypto } from '../../adapters/out/system/node-crypto.ts';
import type { ConfigService } from '../../core/config/service.ts';
import { SecretService, type NamedSecret } from '../../core/secrets/service.ts';
import type { VaultKeyFile, VaultStore } from '../../core/secrets/store.ts';
import { Vault } from '../../core/secrets/vault.ts';
import { provide } from '../provide.ts';
import type { VaultSettings } from '../settings.ts';
import { t } from '../tokens.ts';

/** The vault and its secrets. vault.db is opened by `boot`, behind the lock. */
export const vaultModule = (
  store: VaultStore,
  dataDir: string,
  { given, publish, secrets }: VaultSettings,
  isKept: boolean,
): ContainerModule =>
  new ContainerModule((options) => {
    options.bind(t.vaultStore).toConstantValue(store);
    const file = new DiskVaultKeyFile({ dataDir });
    options.bind(t.vaultKeyFile).toConstantValue(isKept ? file : withoutFirstKey(file));
    options.bind(t.crypto).toConstantValue(nodeCrypto);
    const shared = {
      journal: t.journal,
      store: t.vaultStore,
      knownSecrets: t.knownSecrets,
      clock: t.clock,
      log: t.log,
    };
    provide(
      options,
      t.vault,
      { ...shared, file: t.vaultKeyFile, crypto: t.crypto },
      (deps) => new Vault({ ...deps, given, publish }),
    );
    provide(
      options,
      t.secrets,
      { ...shared, vault: t.vault, config: t.config },
      ({ config, ...deps }) =>
        new SecretService({ ...deps, environment: secrets, configured: () => configuredSecrets(config) }),
    );
  });

/** The key of a vault that is only in memory is not kept either. What is there is read, and never replaced. */
const withoutFirstKey = (file: VaultKeyFile): VaultKeyFile => ({
  read: () => file.read(),
  readNext: () => file.readNext(),
  replace: async () => undefined,
  replaceNext: (key) => file.replaceNext(key),
  promoteNext: () => file.promoteNext(),
  dropNext: () => file.dropNext(),
});

/** `api_key`, for the address that it was given for. */
function configuredSecrets(config: ConfigService): readonly NamedSecret[] {
  const { api_key: value, api_key_for: place = '' } = config.current().values;
  if (value === undefined) return [];
  return [{ name: 'API_KEY', value, hosts: URL.canParse(place) ? [new URL(place).host] : [] }];
}
