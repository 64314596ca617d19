import type { Crypto } from '../../core/ports/crypto.ts';
import type { NamedSecret, SecretService } from '../../core/secrets/service.ts';
import type { VaultKeyFile, VaultStore } from '../../core/secrets/store.ts';
import type { Vault } from '../../core/secrets/vault.ts';
import { token } from '../token.ts';

export const secretTokens = {
  vaultStore: token<VaultStore>('vault-store'),
  vaultKeyFile: token<VaultKeyFile>('vault-key-file'),
  crypto: token<Crypto>('crypto'),
  vault: token<Vault>('vault'),
  secrets: token<SecretService>('secrets'),
  /** The secrets of the current configuration. */
  configuredSecrets: token<() => readonly NamedSecret[]>('configured-secrets'),
};
