import { refuseStorage } from '../../../core/kernel/storage-refusals.ts';
import type { Durability, Journal } from '../../../core/ports/journal.ts';
import type { ProfileBinding, RingKey, SealedSecret } from '../../../core/trust/secrets/model.ts';
import type { VaultChange, VaultStore } from '../../../core/trust/secrets/store.ts';
import { vaultSteps } from '../sql/vault/steps.ts';
import { keyFrom, secretFrom, type KeyRow, type SecretRow } from '../sql/vault/rows.ts';
import type { VaultSchema } from '../sql/vault/schema.ts';
import type { Connected } from './connect.ts';
import type { JournalOptions } from './journal.ts';
import { openInPostgres, type StoredTables } from './open.ts';

/** What the vault holds: sealed, and so small that all of it is kept. */
interface Content {
  readonly salt: Uint8Array | null;
  readonly isAllSealed: boolean;
  readonly keys: readonly RingKey[];
  readonly secrets: ReadonlyMap<string, SealedSecret>;
  readonly hosts: readonly { readonly name: string; readonly host: string }[];
  readonly ofProfiles: readonly ProfileBinding[];
}

/**
 * Each request may need a secret, and none waits for the server to have one: what the vault holds is read when it is opened and
 * after each commit, before its answer. This engine alone writes it.
 * @throws errors of the ports
 */
export async function openVaultInPostgres(
  connected: Connected,
  stored: Pick<StoredTables, 'tables' | 'migrations'>,
  options: JournalOptions,
): Promise<{ readonly journal: Journal<VaultChange>; readonly store: VaultStore }> {
  const parts = { name: 'vault', ...stored, stepsOn: vaultSteps, readsOn: () => ({}) };
  const { journal } = await openInPostgres<VaultSchema, VaultChange, object>(connected, parts, options);
  const vault = new PostgresVault(connected, journal);
  await vault.read();
  return { journal: vault, store: vault };
}

/** What the tables hold that an engine has made, read without changing them. It can be asked until the connections are closed. */
export async function lookAtVaultInPostgres(connected: Connected): Promise<VaultStore> {
  const commit = () => Promise.reject(new Error('the vault is only looked at'));
  const vault = new PostgresVault(connected, { commit });
  await vault.read();
  return vault;
}

class PostgresVault implements VaultStore, Journal<VaultChange> {
  readonly #connected: Connected;
  readonly #journal: Journal<VaultChange>;
  /** Null: a commit, or the read after it, failed, and it is not known what is there. */
  #content: Content | null = null;
  #last: Promise<unknown> = Promise.resolve();
  /** Whether a refused caller has started a read. */
  #isAsking = false;

  constructor(connected: Connected, journal: Journal<VaultChange>) {
    this.#connected = connected;
    this.#journal = journal;
  }

  /** Each read follows the commits before it, and none overtakes another. */
  commit(changes: readonly VaultChange[], durability?: Durability): Promise<void> {
    return this.#next(async () => {
      try {
        await this.#journal.commit(changes, durability);
      } finally {
        await this.#read().catch(() => undefined);
      }
    });
  }

  read(): Promise<void> {
    return this.#next(() => this.#read());
  }

  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #read(): Promise<void> {
    this.#content = null;
    const { pool, reach } = this.#connected;
    // Without parameters, so that it is one message to the server.
    const answers = (await reach.persist(async () => await pool.query(ALL))) as unknown as readonly {
      readonly rows: readonly never[];
    }[];
    const [vault, keys, secrets, hosts, ofProfiles] = answers.slice(1).map(({ rows }) => rows) as unknown as [
      readonly VaultSchema['vault'][],
      readonly KeyRow[],
      readonly SecretRow[],
      Content['hosts'],
      Content['ofProfiles'],
    ];
    this.#content = {
      salt: vault[0]?.salt ?? null,
      isAllSealed: (vault[0]?.all_sealed_at ?? null) !== null,
      keys: keys.map(keyFrom),
      secrets: new Map(secrets.map((row) => [row.name, secretFrom(row)])),
      hosts,
      ofProfiles,
    };
  }

  get #known(): Content {
    if (this.#content !== null) return this.#content;
    // A later call may succeed. One read is enough: a second one would make the content unknown again.
    if (!this.#isAsking) {
      this.#isAsking = true;
      void this.read()
        .catch(() => undefined)
        .finally(() => (this.#isAsking = false));
    }
    throw refuseStorage.storage_error();
  }

  salt(): Uint8Array | null {
    return this.#known.salt;
  }

  isAllSealed(): boolean {
    return this.#known.isAllSealed;
  }

  keys(): readonly RingKey[] {
    return this.#known.keys;
  }

  get(name: string): SealedSecret | null {
    return this.#known.secrets.get(name) ?? null;
  }

  all(): readonly SealedSecret[] {
    return [...this.#known.secrets.values()];
  }

  hostsOf(name: string): readonly string[] {
    const ofProfiles = this.#known.ofProfiles.filter((one) => one.name === name).map(({ host }) => host);
    return [...new Set([...this.ownHostsOf(name), ...ofProfiles.toSorted()])];
  }

  ownHostsOf(name: string): readonly string[] {
    return this.#known.hosts.filter((one) => one.name === name).map(({ host }) => host);
  }

  boundByProfiles(): readonly ProfileBinding[] {
    return this.#known.ofProfiles;
  }
}

/** Of one moment. */
const ALL = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SELECT salt, all_sealed_at FROM vault;
  SELECT * FROM keys ORDER BY retired_at IS NULL, rowid;
  SELECT * FROM secrets ORDER BY name;
  SELECT name, host FROM bindings ORDER BY name, place;
  SELECT profile, name, host FROM profile_bindings ORDER BY profile, name, host;
  COMMIT`;
