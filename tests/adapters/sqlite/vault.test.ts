import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import { SqliteJournal } from '../../../src/adapters/out/sqlite/journal.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import { openDatabase } from '../../../src/adapters/out/sqlite/open.ts';
import { migrations, steps } from '../../../src/adapters/out/sqlite/vault/parts.ts';
import { SqliteVault } from '../../../src/adapters/out/sqlite/vault/vault.ts';
import { openVault } from '../../../src/adapters/out/sqlite/vault/open.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { vaultStoreContract } from '../../ports/vault-store.contract.ts';
import { freshVault } from '../../harness/fresh-databases.ts';

vaultStoreContract('in memory', async () => freshVault());
vaultStoreContract('in a file', async () => openVault(join(temporaryDir(), 'vault.db')));

test('a vault of a newer version is refused, and left unchanged', async () => {
  const file = join(temporaryDir(), 'vault.db');
  await openVault(file).close();
  const connection = new Database(file);
  connection.pragma('user_version = 99');
  connection.close();
  expect(() => openVault(file)).toThrow('vault.db has schema version 99');
});

test('an empty file counts as new, except beside its key', () => {
  const file = join(temporaryDir(), 'vault.db');
  writeFileSync(file, '');
  expect(() => openVault(file, { isBesideUsed: true })).toThrow('is empty, but the files beside it are not');
  expect(statSync(file).size).toBe(0);
});

test('a write refused by a full disk is reported as such, and nothing of it is kept', async () => {
  const database = openDatabase<object>(join(temporaryDir(), 'vault.db'));
  const { connection, prepare, close } = database;
  migrate(connection, 'vault.db', migrations);
  const store = new SqliteVault(prepare);
  const journal = new SqliteJournal(database, steps);
  const key = { keyId: 'one', createdAt: 1, retiredAt: null, wrapped: null };
  await journal.commit([{ change: 'vault.begin', key, salt: Uint8Array.of(1) }]);
  connection.pragma('max_page_count = 1');
  const large = { name: 'A', keyId: 'one', sealed: new Uint8Array(100_000), hosts: ['a.test'], updatedAt: 1 };
  const put = () => journal.commit([{ change: 'secret.put', secret: large, hosts: ['a.test'], was: null }]);
  await expect(put()).rejects.toMatchObject({ code: 'disk_full' });
  expect([store.all(), store.hostsOf('A')]).toEqual([[], []]);
  connection.pragma('max_page_count = 1000000');
  await put();
  expect(store.get('A')).toEqual(large);
  await close();
});
