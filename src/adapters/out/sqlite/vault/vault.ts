import type { BoundHost, ProfileBinding, RingKey, SealedSecret } from '../../../../core/secrets/model.ts';
import type { VaultStore } from '../../../../core/secrets/store.ts';
import type { Connection } from '../open.ts';
import { classified } from '../storage-errors.ts';

interface KeyRow {
  readonly key_id: string;
  readonly created_at: number;
  readonly retired_at: number | null;
  readonly wrapped: Uint8Array | null;
}

interface SecretRow {
  readonly name: string;
  readonly key_id: string;
  readonly sealed: Uint8Array;
  readonly updated_at: number;
}

/** vault.db. One short statement or transaction for each call: nothing of it is worth another turn. */
export class SqliteVault implements VaultStore {
  readonly #connection: Connection;
  readonly #statements: ReturnType<typeof statementsOn>;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#statements = statementsOn(connection);
  }

  salt(): Uint8Array | null {
    return asked(() => {
      const row = this.#statements.salt.get() as { salt: Uint8Array } | undefined;
      return row?.salt ?? null;
    });
  }

  keys(): readonly RingKey[] {
    return asked(() => (this.#statements.keys.all() as KeyRow[]).map(keyFrom));
  }

  begin(key: RingKey, salt: Uint8Array): void {
    this.#whole(() => {
      this.#statements.begin.run(salt);
      this.#addKey(key);
    });
  }

  get(name: string): SealedSecret | null {
    return asked(() => {
      const row = this.#statements.get.get(name) as SecretRow | undefined;
      return row ? secretFrom(row) : null;
    });
  }

  all(): readonly SealedSecret[] {
    return asked(() => (this.#statements.all.all() as SecretRow[]).map(secretFrom));
  }

  put({ name, keyId, sealed, updatedAt }: SealedSecret, hosts: readonly string[] | null): void {
    this.#whole(() => {
      this.#statements.put.run(name, keyId, sealed, updatedAt);
      if (hosts === null) return;
      this.#unbind(name);
      hosts.forEach((host, place) => this.#statements.bind.run(name, place, host));
    });
  }

  delete(name: string): boolean {
    return this.#whole(() => {
      this.#unbind(name);
      return this.#statements.delete.run(name).changes > 0;
    });
  }

  hostsOf(name: string): readonly string[] {
    return asked(() => [
      ...new Set([
        ...(this.#statements.hosts.all(name) as string[]),
        ...(this.#statements.hostsOfProfiles.all(name) as string[]),
      ]),
    ]);
  }

  boundByProfiles(): readonly ProfileBinding[] {
    return asked(() => this.#statements.boundByProfiles.all() as ProfileBinding[]);
  }

  bindFor(profile: string, bound: readonly BoundHost[]): void {
    this.#whole(() => {
      this.#statements.unbindFor.run(profile);
      for (const { name, host } of bound) this.#statements.bindFor.run(profile, name, host);
    });
  }

  rotate(
    next: RingKey,
    reseal: (secret: SealedSecret) => Uint8Array,
    wrap: (key: RingKey) => Uint8Array,
  ): number {
    return this.#whole(() => {
      const secrets = this.all();
      const before = this.keys();
      for (const key of before)
        this.#statements.retire.run(key.retiredAt ?? next.createdAt, wrap(key), key.keyId);
      this.#addKey(next);
      for (const secret of secrets) this.#statements.reseal.run(next.keyId, reseal(secret), secret.name);
      return secrets.length;
    });
  }

  #addKey({ keyId, createdAt, retiredAt, wrapped }: RingKey): void {
    this.#statements.addKey.run(keyId, createdAt, retiredAt, wrapped);
  }

  #unbind(name: string): void {
    this.#statements.unbind.run(name);
    this.#statements.unbindOfProfiles.run(name);
  }

  /** One transaction. */
  #whole<Result>(work: () => Result): Result {
    return asked(() => this.#connection.transaction(work).immediate());
  }
}

function asked<Answer>(ask: () => Answer): Answer {
  try {
    return ask();
  } catch (error) {
    throw classified(error);
  }
}

const keyFrom = ({ key_id, created_at, retired_at, wrapped }: KeyRow): RingKey => ({
  keyId: key_id,
  createdAt: created_at,
  retiredAt: retired_at,
  wrapped,
});

const secretFrom = ({ name, key_id, sealed, updated_at }: SecretRow): SealedSecret => ({
  name,
  keyId: key_id,
  sealed,
  updatedAt: updated_at,
});

function statementsOn(connection: Connection) {
  const prepare = (sql: string) => connection.prepare<unknown[]>(sql);
  return {
    salt: prepare('SELECT salt FROM vault'),
    begin: prepare('INSERT INTO vault (one, salt) VALUES (1, ?)'),
    keys: prepare('SELECT * FROM keys ORDER BY retired_at IS NULL, rowid'),
    addKey: prepare('INSERT INTO keys (key_id, created_at, retired_at, wrapped) VALUES (?, ?, ?, ?)'),
    retire: prepare('UPDATE keys SET retired_at = ?, wrapped = ? WHERE key_id = ?'),
    get: prepare('SELECT * FROM secrets WHERE name = ?'),
    all: prepare('SELECT * FROM secrets ORDER BY name'),
    put: prepare(
      `INSERT INTO secrets (name, key_id, sealed, updated_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET key_id = excluded.key_id, sealed = excluded.sealed, updated_at = excluded.updated_at`,
    ),
    reseal: prepare('UPDATE secrets SET key_id = ?, sealed = ? WHERE name = ?'),
    delete: prepare('DELETE FROM secrets WHERE name = ?'),
    hosts: prepare('SELECT host FROM bindings WHERE name = ? ORDER BY place').pluck(),
    bind: prepare('INSERT INTO bindings (name, place, host) VALUES (?, ?, ?)'),
    unbind: prepare('DELETE FROM bindings WHERE name = ?'),
    hostsOfProfiles: prepare(
      'SELECT DISTINCT host FROM profile_bindings WHERE name = ? ORDER BY host',
    ).pluck(),
    unbindOfProfiles: prepare('DELETE FROM profile_bindings WHERE name = ?'),
    boundByProfiles: prepare('SELECT profile, name, host FROM profile_bindings ORDER BY profile, name, host'),
    bindFor: prepare('INSERT OR IGNORE INTO profile_bindings (profile, name, host) VALUES (?, ?, ?)'),
    unbindFor: prepare('DELETE FROM profile_bindings WHERE profile = ?'),
  };
}
