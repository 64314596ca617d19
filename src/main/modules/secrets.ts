import { secretsRenderers } from '../../adapters/in/agent/secrets.ts';
import type { ContainerModuleLoadOptions } from 'inversify';
import { DiskVaultKeyFile } from '../../adapters/out/files/vault-key-file.ts';
import { nodeCrypto } from '../../adapters/out/system/node-crypto.ts';
import type { ConfigService } from '../../core/instance/config/service.ts';
import { maskedFor } from '../../core/trust/masking/values-of-people.ts';
import { around } from '../../core/kernel/around.ts';
import { SecretService, type NamedSecret } from '../../core/trust/secrets/service.ts';
import type { VaultKeyFile } from '../../core/trust/secrets/store.ts';
import { Vault } from '../../core/trust/secrets/vault.ts';
import { say as sayOfSetup } from '../../contract/setup-says.ts';
import { UnusableSetup } from '../unusable-setup.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { configTokens, databaseTokens, processTokens as p, secretTokens, usableTokens } from '../tokens.ts';

/** The vault and its secrets. */
export const secretsModule = {
  name: 'secrets',
  tokens: secretTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = secretTokens;
    const { databases, journal } = databaseTokens;
    const { settings } = p;
    provide(options, t.vaultStore, { databases }, (all) => all.databases.vault);
    provide(
      options,
      t.vaultKeyFile,
      { databases, settings, gate: p.gate },
      ({ databases: { vaultIsKept }, settings: { dataDir }, gate }) => {
        const file = new DiskVaultKeyFile({ dataDir, gate });
        return vaultIsKept ? file : withoutFirstKey(file);
      },
    );
    provide(options, t.maskedFor, { knownSecrets: p.knownSecrets, databases }, (all) =>
      maskedFor(all.knownSecrets, all.databases.owner),
    );
    options.bind(t.crypto).toConstantValue(nodeCrypto);
    provide(
      options,
      t.configuredSecrets,
      { config: configTokens.config },
      ({ config }) =>
        () =>
          configuredSecrets(config),
    );
    const shared = {
      journal,
      store: t.vaultStore,
      knownSecrets: p.knownSecrets,
      clock: p.clock,
      log: p.log,
      settings,
    };
    provide(
      options,
      t.vault,
      { ...shared, file: t.vaultKeyFile, crypto: t.crypto },
      ({ settings: { vault }, ...deps }) =>
        new Vault({ ...deps, given: vault.given, publish: vault.publish }),
    );
    provide(
      options,
      t.secrets,
      {
        ...shared,
        vault: t.vault,
        configured: t.configuredSecrets,
        databases,
        usable: usableTokens.usableBy,
      },
      ({ settings, usable, databases: { owner }, ...deps }) =>
        new SecretService({
          ...deps,
          owner,
          environment: settings.vault.secrets,
          isForEveryone: (name) => usable.secret(name) === 'everyone',
        }),
    );
  },
  services: { secrets: secretTokens.secrets, vault: secretTokens.vault },
  renderers: secretsRenderers,
  start: async ({ get }) => {
    const vault = get(secretTokens.vault);
    await vault.open();
    // The address alone lets any engine in, so the vault key tells whether this is the right one.
    if (get(p.settings).storage !== null && vault.state === 'locked')
      throw new UnusableSetup(sayOfSetup('setup.storage_key'));
    await vault.sealForHosts();
    get(secretTokens.secrets).load();
  },
} satisfies Module;

/** A vault in memory must not store its key. An existing key is read, and never replaced. */
const withoutFirstKey = (file: VaultKeyFile): VaultKeyFile =>
  around(file, { replace: async () => undefined, replaceSealed: async () => undefined });

/** `api_key`, for the address that it belongs to. */
function configuredSecrets(config: ConfigService): readonly NamedSecret[] {
  const { api_key: value, api_key_for: place = '' } = config.current().values;
  if (value === undefined) return [];
  return [{ name: 'API_KEY', value, hosts: URL.canParse(place) ? [new URL(place).host] : [] }];
}
