import { ContainerModule } from 'inversify';
import { DiskVaultKeyFile } from '../../adapters/out/files/vault-key-file.ts';
import { nodeCrypto } from '../../adapters/out/system/node-crypto.ts';
import type { ConfigService } from '../../core/config/service.ts';
import { SecretService, type NamedSecret } from '../../core/secrets/service.ts';
import type { VaultStore } from '../../core/secrets/store.ts';
import { Vault } from '../../core/secrets/vault.ts';
import { provide } from '../provide.ts';
import type { VaultSettings } from '../settings.ts';
import { t } from '../tokens.ts';

/** The vault and its secrets. vault.db is opened by `boot`, behind the lock. */
export const vaultModule = (
  store: VaultStore,
  dataDir: string,
  { given, publish, secrets }: VaultSettings,
): ContainerModule =>
  new ContainerModule((options) => {
    options.bind(t.vaultStore).toConstantValue(store);
    options.bind(t.vaultKeyFile).toConstantValue(new DiskVaultKeyFile({ dataDir }));
    options.bind(t.crypto).toConstantValue(nodeCrypto);
    const shared = { store: t.vaultStore, knownSecrets: t.knownSecrets, clock: t.clock, log: t.log };
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

/** `api_key`, for the address that it was given for. */
function configuredSecrets(config: ConfigService): readonly NamedSecret[] {
  const { api_key: value, api_key_for: place = '' } = config.current().values;
  if (value === undefined) return [];
  return [{ name: 'API_KEY', value, hosts: URL.canParse(place) ? [new URL(place).host] : [] }];
}
