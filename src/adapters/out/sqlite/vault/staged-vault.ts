import Database from 'better-sqlite3';
import type { StagedVault } from '../../../../core/keeping/backups/restore-port.ts';
import { CLOUD_GRANT } from '../../../../core/trust/secrets/model.ts';
import type { MissingKey, Resealed, StoredVault } from '../../../../core/trust/secrets/resealing.ts';
import { migrate } from '../migrate.ts';
import { keptStatements } from '../statements.ts';
import { migrations } from './parts.ts';
import { SqliteVault } from './vault.ts';

type Reseal = (stored: StoredVault, given: string | null) => Promise<Resealed | MissingKey | null>;

/** The vault of a backup as one file beside no other. Its schema was compared with ours before this opens it. */
export class SqliteStagedVault implements StagedVault {
  readonly #reseal: Reseal;

  constructor(reseal: Reseal) {
    this.#reseal = reseal;
  }

  async seal(file: string, given: string | null, provenBy: string | null): Promise<string | null> {
    const connection = new Database(file, { fileMustExist: true });
    try {
      // No log beside it: it is moved as one file. Each commit is synced.
      for (const pragma of ['journal_mode = DELETE', 'synchronous = EXTRA', 'trusted_schema = OFF'])
        connection.pragma(pragma);
      migrate(connection, 'vault.db', migrations);
      // Also where there is no key to seal with: a restore brings back no access that has ended since.
      connection.prepare('DELETE FROM secrets WHERE name = ?').run(CLOUD_GRANT);
      const store = new SqliteVault(keptStatements(connection));
      const salt = store.salt();
      if (!salt) return null;
      const result = await this.#reseal(
        {
          salt,
          keys: store.keys(),
          secrets: store.all(),
          isAllSealed: store.isAllSealed(),
          provenBy,
          hostsOf: (name) => store.hostsOf(name),
        },
        given,
      );
      if (result === null) return null;
      if ('missing' in result) return result.missing;
      replace(connection, result);
      return null;
    } finally {
      connection.close();
    }
  }
}

function replace(connection: Database.Database, { keys, secrets, at }: Resealed): void {
  const addKey = connection.prepare(
    'INSERT INTO keys (key_id, created_at, retired_at, wrapped) VALUES (@keyId, @createdAt, @retiredAt, @wrapped)',
  );
  const addSecret = connection.prepare(
    'INSERT INTO secrets (name, key_id, sealed, hosts_json, updated_at) VALUES (@name, @keyId, @sealed, @hosts, @updatedAt)',
  );
  connection.transaction(() => {
    connection.exec('DELETE FROM secrets; DELETE FROM keys;');
    for (const key of keys) addKey.run(key);
    for (const secret of secrets)
      addSecret.run({ ...secret, hosts: secret.hosts && JSON.stringify(secret.hosts) });
    connection.prepare('UPDATE vault SET all_sealed_at = coalesce(all_sealed_at, ?)').run(at);
  })();
}
