import type { ContainerModuleLoadOptions } from 'inversify';
import { stagedConfig } from '../../adapters/out/files/backup/staged-config.ts';
import { systemDisk } from '../../adapters/out/files/disk.ts';
import { DiskIncoming } from '../../adapters/out/files/migration/disk-incoming.ts';
import { DiskOutgoing } from '../../adapters/out/files/migration/disk-outgoing.ts';
import { DiskMigrationFile } from '../../adapters/out/files/migration/migration-file.ts';
import { SqliteStagedVault } from '../../adapters/out/sqlite/vault/staged-vault.ts';
import { ThreadCipher } from '../../adapters/out/system/chunk-cipher.ts';
import { migrationCrypto } from '../../adapters/out/system/migration-crypto.ts';
import { nodeCrypto } from '../../adapters/out/system/node-crypto.ts';
import { VaultBackupKeys } from '../../core/keeping/backups/key.ts';
import { isWrong, manifestFrom, manifestText } from '../../core/keeping/backups/manifest.ts';
import { migrationPlan } from '../../core/keeping/backups/plan.ts';
import type { BackupFolders } from '../../core/keeping/backups/port.ts';
import { RestoreService } from '../../core/keeping/backups/restore-service.ts';
import { entryOf, inventory } from '../../core/instance/data-directory/inventory.ts';
import type { ImportService } from '../../core/keeping/export/import-service.ts';
import { isRefusal } from '../../core/kernel/refusal.ts';
import { Acceptances } from '../../core/keeping/migration/acceptance.ts';
import { MovedCopies } from '../../core/keeping/migration/copying.ts';
import { MigrationExport } from '../../core/keeping/migration/export-service.ts';
import { Handshakes } from '../../core/keeping/migration/handshakes.ts';
import { MigrationImport } from '../../core/keeping/migration/import-service.ts';
import type { TargetLinks } from '../../core/keeping/migration/port.ts';
import { tokenKey } from '../../core/keeping/migration/session-keys.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { schemaVersions } from '../backup-process/check.ts';
import type { Module } from '../module.ts';
import { provide } from '../provide.ts';
import { reachableAt } from '../serving/reachable.ts';
import {
  type WebReach,
  backupTokens,
  configTokens,
  expiryTokens,
  exportTokens,
  migrationTokens,
  processTokens as p,
  secretTokens,
  webTokens,
} from '../tokens.ts';

const crypto = { ...nodeCrypto, ...migrationCrypto };

/** Everything of an owner, moved to another engine. */
/** What an import takes for empty. */
async function isWithoutData(imports: Pick<ImportService, 'confirmEmpty'>): Promise<boolean> {
  try {
    await imports.confirmEmpty();
    return true;
  } catch (error) {
    if (isRefusal(error) && error.code === 'import_not_empty') return false;
    throw error;
  }
}

export const migrationModule = {
  name: 'migration',
  tokens: migrationTokens,
  bind: (options: ContainerModuleLoadOptions) => {
    const t = migrationTokens;
    const { settings, gate, clock, log } = p;
    const { backupWork: work, instanceFile: instance, operations } = backupTokens;
    provide(
      options,
      t.migrationFile,
      { settings, gate },
      ({ settings: { dataDir }, gate: { beside } }) => new DiskMigrationFile({ dataDir, gate: beside }),
    );
    provide(options, t.incoming, { settings }, (deps) => new DiskIncoming(deps.settings));
    provide(options, t.outgoing, { settings }, (deps) => new DiskOutgoing(deps.settings));
    provide(
      options,
      t.arrivedRestores,
      {
        incoming: t.incoming,
        replacement: backupTokens.replacement,
        work,
        instance,
        disk: backupTokens.restoreDisk,
        swap: backupTokens.restoreSwap,
        outcomes: backupTokens.restoreOutcomes,
        config: configTokens.config,
        vault: secretTokens.vault,
        words: p.words,
        clock,
        ids: p.ids,
        log,
      },
      ({ incoming, config, vault, ...deps }) =>
        new RestoreService({
          ...deps,
          folders: arrivedIn(incoming),
          plan: migrationPlan,
          isForeign: true,
          keys: new VaultBackupKeys(vault),
          stagedVault: new SqliteStagedVault((stored, given) => vault.resealed(stored, given)),
          stagedConfig: stagedConfig(async (read) => await config.fromElsewhere(read), systemDisk),
          holdKey: vault.hold,
          schemas: schemaVersions,
          crypto,
        }),
    );
    provide(
      options,
      t.acceptances,
      { file: t.migrationFile, restores: t.arrivedRestores, settings, clock },
      ({ settings: { migration, google }, ...deps }) =>
        new Acceptances({
          ...deps,
          ofEnvironment:
            google.isHosted && migration.token !== null ? tokenKey(migration.token, migrationCrypto) : null,
        }),
    );
    provide(options, t.handshakes, { clock }, (deps) => new Handshakes({ ...deps, crypto }));
    provide(
      options,
      t.movedCopies,
      {
        operations,
        work,
        instance,
        outgoing: t.outgoing,
        vault: secretTokens.vault,
        platform: p.platform,
        settings,
        gate,
        clock,
      },
      ({ vault, platform, settings: { dataDir }, ...deps }) =>
        new MovedCopies({
          ...deps,
          plan: migrationPlan,
          manifestText: (of) => {
            const key = new VaultBackupKeys(vault).current();
            return manifestText(of(key), key, nodeCrypto);
          },
          serviceVersion: platform.version,
          dataDirectory: dataDir,
        }),
    );
    provide(
      options,
      t.targetLinks,
      { platform: p.platform, ownPorts: p.ownPorts, reach: webTokens.webReach, clock },
      ({ platform: { version }, ...deps }) => lazyLinks({ ...deps, userAgent: `svc/${version}` }),
    );
    provide(
      options,
      t.migrationImport,
      {
        acceptances: t.acceptances,
        handshakes: t.handshakes,
        incoming: t.incoming,
        restores: t.arrivedRestores,
        operations,
        imports: exportTokens.imports,
        config: configTokens.config,
        words: p.words,
        vaultStore: secretTokens.vaultStore,
        vault: secretTokens.vault,
        ownPorts: p.ownPorts,
        settings,
        clock,
        log,
      },
      ({ imports, config, vaultStore, vault, ownPorts, settings: { http, google }, ...deps }) =>
        new MigrationImport({
          ...deps,
          crypto,
          cipher: new ThreadCipher(),
          manifestFrom,
          isMigrated: (path) => {
            const name = entryOf(path);
            return name !== null && inventory[name].migrated === 'yes';
          },
          schemas: schemaVersions,
          // Its settings would be replaced, too: a limit of cost, or that a token is needed.
          isEmpty: async () =>
            vaultStore.all().length === 0 &&
            Object.keys((await config.userFile()) ?? {}).length === 0 &&
            (await isWithoutData(imports)),
          hasKey: () => vault.state === 'ready',
          isHosted: google.isHosted,
          reach: () => reachableAt(http, ownPorts),
        }),
    );
    provide(
      options,
      t.migrationExport,
      {
        links: t.targetLinks,
        copies: t.movedCopies,
        outgoing: t.outgoing,
        vault: secretTokens.vault,
        vaultStore: secretTokens.vaultStore,
        measuring: backupTokens.backupProcess,
        expiry: expiryTokens.expiry,
        settings,
        clock,
        log,
      },
      ({ vault, vaultStore, settings: all, ...deps }) =>
        new MigrationExport({
          ...deps,
          vault,
          keyText: (keyId) => new VaultBackupKeys(vault).text(keyId),
          secrets: () => vaultStore.all().length,
          plan: migrationPlan,
          isHosted: all.google.isHosted,
          crypto,
          cipher: new ThreadCipher(),
        }),
    );
  },
  services: {
    migrationImport: migrationTokens.migrationImport,
    migrationExport: migrationTokens.migrationExport,
  },
  start: ({ get, onStop }) => {
    onStop('migration', async () => {
      await get(migrationTokens.migrationExport).stop();
      await get(migrationTokens.migrationImport).stop();
    });
  },
  // A restore of what has arrived ends with a restart, and goes on.
  drain: async (get) => {
    await get(migrationTokens.migrationExport).stop();
  },
  reachOut: (get) => {
    // Not before the engine has started on what a migration has brought.
    void get(migrationTokens.migrationImport).settle();
    void get(migrationTokens.migrationExport).settle();
  },
} satisfies Module;

/** What has arrived, in the place of the folder of backups: one, without an encryption of its own. */
function arrivedIn(
  incoming: Pick<DiskIncoming, 'manifest' | 'filesPath'>,
): Pick<BackupFolders, 'list' | 'manifest' | 'pathOf'> {
  return {
    list: async () => {
      const text = await incoming.manifest();
      const manifest = text === null ? null : await manifestFrom(text);
      return manifest === null || isWrong(manifest) ? [] : [{ backupId: manifest.backupId, failed: false }];
    },
    manifest: async () => await incoming.manifest(),
    pathOf: () => incoming.filesPath,
  };
}

interface LinksDeps {
  readonly ownPorts: ReadonlySet<number>;
  readonly userAgent: string;
  readonly reach: WebReach;
  readonly clock: Clock;
}

/** The library of HTTP is loaded on first use. */
function lazyLinks({ reach: { resolve }, ...deps }: LinksDeps): TargetLinks {
  let links: Promise<TargetLinks> | null = null;
  const load = async (): Promise<TargetLinks> => {
    const [{ MigrationLinks }, { HostAddresses }] = await Promise.all([
      import('../../adapters/out/web/migration-links.ts'),
      import('../../adapters/out/web/host-addresses.ts'),
    ]);
    const addresses = new HostAddresses({ clock: deps.clock, ...(resolve ? { resolve } : {}) });
    return new MigrationLinks({ ...deps, addresses });
  };
  return { to: async (url) => await (await (links ??= load())).to(url) };
}
