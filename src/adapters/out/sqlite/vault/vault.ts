import type { ProfileBinding, RingKey, SealedSecret } from '../../../../core/trust/secrets/model.ts';
import type { VaultStore } from '../../../../core/trust/secrets/store.ts';
import type { Prepare } from '../statements.ts';
import { keyFrom, secretFrom, type KeyRow, type SecretRow } from '../../sql/vault/rows.ts';

/** Reads from vault.db, each one short statement. */
export class SqliteVault implements VaultStore {
  readonly #statements: ReturnType<typeof statementsOn>;

  constructor(prepare: Prepare) {
    this.#statements = statementsOn(prepare);
  }

  salt(): Uint8Array | null {
    const row = this.#statements.salt.get() as { salt: Uint8Array } | undefined;
    return row?.salt ?? null;
  }

  isAllSealed(): boolean {
    // The column is missing in a vault that is looked at before its migration.
    const row = this.#statements.vault.get() as { all_sealed_at?: number | null } | undefined;
    return (row?.all_sealed_at ?? null) !== null;
  }

  keys(): readonly RingKey[] {
    return (this.#statements.keys.all() as KeyRow[]).map(keyFrom);
  }

  get(name: string): SealedSecret | null {
    const row = this.#statements.get.get(name) as SecretRow | undefined;
    return row ? secretFrom(row) : null;
  }

  all(): readonly SealedSecret[] {
    return (this.#statements.all.all() as SecretRow[]).map(secretFrom);
  }

  hostsOf(name: string): readonly string[] {
    const { hosts, hostsOfProfiles } = this.#statements;
    return [...new Set([...hosts.all(name), ...hostsOfProfiles.all(name)] as string[])];
  }

  ownHostsOf(name: string): readonly string[] {
    return this.#statements.hosts.all(name) as string[];
  }

  boundByProfiles(): readonly ProfileBinding[] {
    return this.#statements.boundByProfiles.all() as ProfileBinding[];
  }
}

function statementsOn(prepare: Prepare) {
  return {
    salt: prepare('SELECT salt FROM vault'),
    vault: prepare('SELECT * FROM vault'),
    keys: prepare('SELECT * FROM keys ORDER BY retired_at IS NULL, rowid'),
    get: prepare('SELECT * FROM secrets WHERE name = ?'),
    all: prepare('SELECT * FROM secrets ORDER BY name'),
    hosts: prepare('SELECT host FROM bindings WHERE name = ? ORDER BY place').pluck(),
    hostsOfProfiles: prepare(
      'SELECT DISTINCT host FROM profile_bindings WHERE name = ? ORDER BY host',
    ).pluck(),
    boundByProfiles: prepare('SELECT profile, name, host FROM profile_bindings ORDER BY profile, name, host'),
  };
}
