import { say as sayOfSetup } from '../contract/setup-says.ts';
import { join } from 'node:path';
import { DiskVaultKeyFile } from '../adapters/out/files/vault-key-file.ts';
import { storedVersion } from '../adapters/out/sqlite/backup/stored-version.ts';
import { migrations as datastore } from '../adapters/out/sqlite/datastore/parts.ts';
import { migrations as engine } from '../adapters/out/sqlite/engine/parts.ts';
import { migrations as history } from '../adapters/out/sqlite/history/parts.ts';
import { migrations as memory } from '../adapters/out/sqlite/memory/parts.ts';
import { lookAtVault } from '../adapters/out/sqlite/vault/look.ts';
import { migrations as vault } from '../adapters/out/sqlite/vault/parts.ts';
import { nodeCrypto } from '../adapters/out/system/node-crypto.ts';
import type { DataName } from '../core/instance/data-directory/inventory.ts';
import { VaultBackupKeys, type KeySource } from '../core/keeping/backups/key.ts';
import { backupPlan } from '../core/keeping/backups/plan.ts';
import { BackupService } from '../core/keeping/backups/service.ts';
import { around } from '../core/kernel/around.ts';
import { Vault } from '../core/trust/secrets/vault.ts';
import type { Get } from './module.ts';
import type { OlderData } from './stores.ts';
import { backupTokens, configTokens, expiryTokens, processTokens as p } from './tokens.ts';
import { UnusableSetup } from './unusable-setup.ts';
import { whyOf } from './reason-of.ts';

/** The versions in which this engine has the databases. */
export const latest = {
  'history.db': history.length,
  'memory.db': memory.length,
  'engine.db': engine.length,
  'datastore.db': datastore.length,
  'vault.db': vault.length,
} as const;

/**
 * Makes a backup of a data directory that an older version has written, before any database is opened for writing.
 * Databases that cannot be read are not in it, and will not be migrated either.
 * @throws UnusableSetup as `backUpOlder`
 */
export async function backUpBeforeMigration(get: Get): Promise<void> {
  const { dataDir } = get(p.settings);
  const versions = Object.entries(latest).map(([name, newest]) => ({
    name,
    newest,
    version: storedVersion(join(dataDir, name)),
  }));
  const isOlder = versions.some(({ version, newest }) => version !== null && version > 0 && version < newest);
  if (!isOlder) return;
  const readable = versions.flatMap(({ name, version }) => (version === null ? [] : (name as DataName)));
  const vaultFile = join(dataDir, 'vault.db');
  await backUpOlder(get, {
    databases: readable,
    lookAtVault: readable.includes('vault.db') ? async () => lookAtVault(vaultFile) : null,
  });
}

/**
 * Makes a backup of what an older version has written, before it is migrated: that cannot be undone otherwise.
 * @throws UnusableSetup if it fails; with `--migrate-without-backup` none is made
 */
export async function backUpOlder(get: Get, older: OlderData): Promise<void> {
  const { dataDir, migrateWithoutBackup } = get(p.settings);
  if (migrateWithoutBackup) return;
  const log = get(p.log);
  const keys = await keysOf(older, get);
  try {
    const backups = new BackupService({
      operations: get(backupTokens.operations),
      // The database with the conversations is not open yet.
      threads: { oldestCreatedAt: async () => null },
      folders: get(backupTokens.backupFolders),
      work: get(backupTokens.backupWork),
      catalogue: get(backupTokens.catalogue),
      instance: get(backupTokens.instanceFile),
      // Safety copies are never uploaded.
      uploads: { made: async () => undefined, removed: async () => undefined, reminder: () => null },
      swap: get(backupTokens.restoreSwap),
      config: get(configTokens.config),
      expiry: get(expiryTokens.expiry),
      gate: get(p.gate),
      words: get(p.words),
      clock: get(p.clock),
      crypto: nodeCrypto,
      log,
      keys: new VaultBackupKeys(keys.source),
      plan: {
        ...backupPlan,
        databases: backupPlan.databases.filter((name) => older.databases.includes(name)),
      },
      serviceVersion: get(p.platform).version,
      dataDirectory: dataDir,
      isKept: true,
    });
    const { backupId } = await backups.made('before_migration');
    log.info('a backup was made before the databases are migrated', { backupId });
  } catch (cause) {
    throw new UnusableSetup(sayOfSetup('setup.backup_failed', { dataDir, why: whyOf(cause) }), cause);
  } finally {
    keys.close();
  }
}

/** The key of the vault, found as at every start, but nothing is written, moved or made. */
async function keysOf(
  { lookAtVault: look }: OlderData,
  get: Get,
): Promise<{ readonly source: KeySource; close(): void }> {
  const nothing = { source: NO_KEY, close: () => undefined };
  if (look === null) return nothing;
  const { dataDir, vault } = get(p.settings);
  try {
    const { store, close } = await look();
    const stays = async () => undefined;
    const vaultLookedAt = new Vault({
      store,
      file: around(new DiskVaultKeyFile({ dataDir, gate: get(p.gate) }), {
        replace: stays,
        replaceNext: stays,
        promoteNext: stays,
        dropNext: stays,
      }),
      journal: { commit: () => Promise.reject(new Error('the vault is only looked at')) },
      crypto: nodeCrypto,
      given: vault.given,
      publish: () => undefined,
      knownSecrets: get(p.knownSecrets),
      clock: get(p.clock),
      log: get(p.log),
    });
    await vaultLookedAt.open();
    return { source: vaultLookedAt, close };
  } catch (error) {
    get(p.log).warn('the vault cannot be read before the migration', { error });
    return nothing;
  }
}

const NO_KEY: KeySource = {
  outside: () => null,
  isKeyed: false,
  retired: () => null,
  keyOf: () => Promise.reject(new Error('there is no vault')),
};
