// The hosts of a secret are part of its seal: who has no key of the vault cannot add one.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from '@jest/globals';
import { openVault } from '../../../../src/adapters/out/sqlite/vault/open.ts';
import { nodeCrypto } from '../../../../src/adapters/out/system/node-crypto.ts';
import { isRefusal } from '../../../../src/core/kernel/refusal.ts';
import { keyFrom } from '../../../../src/core/trust/secrets/key-ring.ts';
import { MemoryVaultKeyFile } from '../../../doubles/memory-vault-key-file.ts';
import { temporaryDir } from '../../../harness/in-process-engine.ts';
import { secretsOver } from '../../../harness/secrets.ts';
import { verifies } from '../../../spec/verifies.ts';

type Opened = Awaited<ReturnType<typeof secretsOver<MemoryVaultKeyFile>>>;

const HOST = 'api.test';
const OTHER = 'other.test';

/** A vault in a file, which can be changed by hand and opened again. */
function vaultInFile() {
  const path = join(temporaryDir(), 'vault.db');
  const file = new MemoryVaultKeyFile();
  const open = async (given: string | null = null): Promise<Opened> =>
    await secretsOver({ database: openVault(path), file, given });
  const byHand = (sql: string, ...parameters: readonly unknown[]) => {
    const connection = new Database(path);
    connection.prepare(sql).run(...parameters);
    connection.close();
  };
  return { open, byHand, path };
}

const codeOf = (act: () => unknown): string | null => {
  try {
    act();
    return null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error.code;
  }
};

/** As an earlier version left it. */
async function sealedBefore(
  { vault, store, file }: Opened,
  byHand: ReturnType<typeof vaultInFile>['byHand'],
) {
  const key = await keyFrom(vault.key().key, store.salt()!, nodeCrypto);
  const sealed = key.seal({ secret: 'A', hosts: null }, 'value');
  byHand("UPDATE secrets SET sealed = ?, hosts_json = NULL WHERE name = 'A'", sealed);
  byHand('UPDATE vault SET all_sealed_at = NULL');
  file.sealed = { found: 'nothing' };
}

verifies('secrets.sealed-hosts', 'a host that was added by hand makes a secret unusable', async () => {
  const { open, byHand } = vaultInFile();
  let opened = await open();
  await opened.secrets.put('A', 'value', [HOST]);
  expect(opened.secrets.resolve('A', HOST)).toBe('value');
  for (const table of ["bindings VALUES ('A', 1, ?)", "profile_bindings VALUES ('p', 'A', ?)"]) {
    byHand(`INSERT INTO ${table}`, OTHER);
    for (const host of [HOST, OTHER])
      expect(codeOf(() => opened.secrets.resolve('A', host))).toBe('secret_hosts_changed');
    expect(opened.secrets.list()).toMatchObject([{ name: 'A', hosts: [] }]);
    // Another value for the same hosts does not make it right.
    await opened.secrets.put('A', 'another', null);
    expect(codeOf(() => opened.secrets.resolve('A', HOST))).toBe('secret_hosts_changed');
    await opened.database.close();
    opened = await open();
    expect(opened.log.events('warn')).toHaveLength(1);
    await opened.secrets.put('A', 'value', [HOST]);
    expect(opened.secrets.resolve('A', HOST)).toBe('value');
  }
  byHand("UPDATE bindings SET host = ? WHERE name = 'A'", OTHER);
  byHand("UPDATE secrets SET hosts_json = ? WHERE name = 'A'", JSON.stringify([OTHER]));
  expect(codeOf(() => opened.secrets.resolve('A', OTHER))).toBe('secret_unreadable');
  byHand("UPDATE secrets SET hosts_json = NULL WHERE name = 'A'");
  expect(codeOf(() => opened.secrets.resolve('A', OTHER))).toBe('secret_not_trusted');
  await opened.database.close();
});

verifies(
  'secrets.sealed-hosts',
  'bindings of profiles, rotations and new values keep the seal right',
  async () => {
    const { open } = vaultInFile();
    let { secrets, vault, store, database } = await open();
    await secrets.put('A', 'value', [HOST]);
    await secrets.bindFor('p', [{ name: 'A', host: OTHER }]);
    expect([HOST, OTHER].map((host) => secrets.resolve('A', host))).toEqual(['value', 'value']);
    expect(store.get('A')?.hosts).toEqual([HOST, OTHER]);
    await vault.rotate();
    await secrets.put('A', 'another', null);
    await database.close();
    ({ secrets, vault, store, database } = await open());
    expect([HOST, OTHER].map((host) => secrets.resolve('A', host))).toEqual(['another', 'another']);
    await Promise.all([
      secrets.bindFor('p', []),
      secrets.bindFor('q', [{ name: 'A', host: 'q.test' }]),
      vault.rotate(),
    ]);
    expect(store.get('A')?.hosts).toEqual([HOST, 'q.test']);
    expect(secrets.resolve('A', 'q.test')).toBe('another');
    expect(codeOf(() => secrets.resolve('A', OTHER))).toBe('secret_not_for_host');
    await database.close();
    // Without a key hosts can go, and none can come.
    ({ secrets, store, database } = await open(''));
    await expect(secrets.bindFor('p', [{ name: 'A', host: OTHER }])).rejects.toMatchObject({
      code: 'vault_locked',
    });
    await secrets.bindFor('q', []);
    expect(store.hostsOf('A')).toEqual([HOST]);
    await database.close();
    ({ secrets, database } = await open());
    expect(secrets.resolve('A', HOST)).toBe('another');
    await database.close();
  },
);

verifies(
  'secrets.sealed-hosts',
  'what an earlier version sealed is sealed for its hosts at the next start',
  async () => {
    const { open, byHand, path } = vaultInFile();
    let opened = await open();
    await opened.secrets.put('A', 'value', [HOST]);
    await sealedBefore(opened, byHand);
    await opened.database.close();
    // A start that dies before it loses nothing.
    const cutOff = await secretsOver({
      database: openVault(path),
      file: opened.file,
      journal: (journal) => ({ ...journal, commit: () => Promise.reject(new Error('killed')) }),
    });
    expect(cutOff.secrets.resolve('A', HOST)).toBe('value');
    expect(cutOff.store.get('A')?.hosts).toBe(null);
    await cutOff.database.close();
    opened = await open();
    expect(opened.store.get('A')?.hosts).toEqual([HOST]);
    expect(opened.secrets.resolve('A', HOST)).toBe('value');
    byHand("INSERT INTO bindings VALUES ('A', 1, ?)", OTHER);
    expect(codeOf(() => opened.secrets.resolve('A', HOST))).toBe('secret_hosts_changed');
    await opened.database.close();
  },
);

verifies(
  'secrets.sealed-hosts',
  'a seal of an earlier version that is put back later does not open, whatever hosts stand beside it',
  async () => {
    for (const isWordTaken of [false, true]) {
      const { open, byHand } = vaultInFile();
      let opened = await open();
      await opened.secrets.put('A', 'value', [HOST]);
      await opened.secrets.put('B', 'value', [OTHER]);
      await sealedBefore(opened, byHand);
      if (!isWordTaken) byHand('UPDATE vault SET all_sealed_at = 1');
      byHand("UPDATE bindings SET host = 'evil.test' WHERE name = 'A'");
      await opened.database.close();
      for (let start = 1; start <= 2; start++) {
        opened = await open();
        expect(codeOf(() => opened.secrets.resolve('A', 'evil.test'))).toBe('secret_not_trusted');
        expect(opened.store.get('A')?.hosts).toBe(null);
        expect(opened.secrets.list().map(({ name, hosts }) => [name, hosts])).toEqual([
          ['A', []],
          ['B', [OTHER]],
        ]);
        expect(opened.secrets.resolve('B', OTHER)).toBe('value');
        await opened.database.close();
      }
      // Storing it again is the way out.
      opened = await open();
      await opened.secrets.put('A', 'new', [HOST]);
      expect(opened.secrets.resolve('A', HOST)).toBe('new');
      await opened.database.close();
    }
  },
);

verifies(
  'secrets.sealed-hosts',
  'what an earlier version sealed is sealed for the hosts of its backup before that becomes the vault',
  async () => {
    const { open, byHand } = vaultInFile();
    const opened = await open();
    await opened.secrets.put('A', 'value', [HOST]);
    await sealedBefore(opened, byHand);
    const { store, vault } = opened;
    const stored = { salt: store.salt()!, keys: store.keys(), secrets: store.all() };
    const { keyId, key } = vault.key();
    const staged = async (by: Opened['vault'], isAllSealed: boolean, provenBy: string | null) => {
      const hostsOf = () => [HOST];
      const result = await by.resealed({ ...stored, isAllSealed, provenBy, hostsOf }, key);
      return result && 'secrets' in result ? result.secrets.map(({ hosts }) => hosts) : result;
    };
    expect(await staged(vault, true, keyId)).toBe(null);
    // Of its own keys an engine knows that all was sealed anew: who has none of them could put an old seal into a backup.
    expect(await staged(vault, false, keyId)).toEqual([[HOST]]);
    for (const provenBy of [null, 'another']) expect(await staged(vault, false, provenBy)).toEqual([null]);
    await opened.secrets.delete('A');
    await vault.rotate();
    expect(await staged(vault, false, keyId)).toEqual([[HOST]]);
    expect(await staged(vault, false, null)).toEqual([null]);
    const another = await secretsOver();
    expect(await staged(another.vault, false, null)).toEqual([[HOST]]);
    await opened.database.close();
  },
);

/** A vault that was sealed anew, and `vault.db` as it was before, with the host of an attacker. */
async function replacedByHand() {
  const { open, byHand, path } = vaultInFile();
  let opened = await open();
  await opened.secrets.put('A', 'value', [HOST]);
  await sealedBefore(opened, byHand);
  byHand("UPDATE bindings SET host = 'evil.test'");
  await opened.database.close();
  const before = `${path}.before`;
  copyFileSync(path, before);
  byHand('UPDATE bindings SET host = ?', HOST);
  opened = await open();
  expect(opened.secrets.resolve('A', HOST)).toBe('value');
  const key = opened.vault.key().key;
  const { file } = opened;
  await opened.database.close();
  return { open, file, key, replace: () => copyFileSync(before, path), path, before };
}

verifies(
  'secrets.sealed-hosts',
  'an earlier seal that comes with another vault.db is not trusted, and is named and kept',
  async () => {
    const { open, replace, file, key } = await replacedByHand();
    replace();
    for (let start = 1; start <= 2; start++) {
      const { secrets, vault, store, log, database } = await open();
      expect(codeOf(() => secrets.resolve('A', 'evil.test'))).toBe('secret_not_trusted');
      expect(secrets.status().unreadable).toEqual(['A']);
      expect(log.lines).toMatchObject([{ level: 'warn', facts: { names: ['A'] } }]);
      expect(store.get('A')?.hosts).toBe(null);
      await expect(vault.rotate()).rejects.toMatchObject({
        code: 'secret_not_trusted',
        facts: { name: 'A' },
      });
      await database.close();
    }
    let opened = await open();
    await opened.secrets.put('A', 'new', [HOST]);
    await opened.vault.rotate();
    await opened.database.close();
    // The key from before the rotation has its mark, too.
    replace();
    opened = await open(key);
    expect(opened.vault.key().key).toBe(key);
    expect(codeOf(() => opened.secrets.resolve('A', 'evil.test'))).toBe('secret_not_trusted');
    await opened.database.close();
    expect(file.sealed).toMatchObject({ text: expect.stringMatching(/^(?:[\da-f]{64}\n){2}$/u) });
  },
);

verifies(
  'secrets.sealed-hosts',
  'what says that all was sealed counts for its key alone, and a damaged one for every key',
  async () => {
    const { key, file, before } = await replacedByHand();
    const marks = file.sealed;
    const another = await secretsOver();
    const openedWith = async (sealed: MemoryVaultKeyFile['sealed']) => {
      const path = join(temporaryDir(), 'vault.db');
      copyFileSync(before, path);
      const given = new MemoryVaultKeyFile();
      given.sealed = sealed;
      const { secrets, database } = await secretsOver({ database: openVault(path), file: given, given: key });
      const code = codeOf(() => secrets.resolve('A', 'evil.test'));
      await database.close();
      return [code, given.sealed];
    };
    const mark = (marks as { text: string }).text;
    // A vault and its key that were brought from elsewhere.
    expect(await openedWith({ found: 'nothing' })).toEqual([null, marks]);
    expect(await openedWith(another.file.sealed)).toEqual([
      null,
      { found: 'text', text: (another.file.sealed as { text: string }).text + mark },
    ]);
    expect(await openedWith(marks)).toEqual(['secret_not_trusted', marks]);
    expect(await openedWith({ found: 'text', text: 'damaged' })).toEqual(['secret_not_trusted', marks]);
    expect((await openedWith({ found: 'obstacle', obstacle: 'not_allowed' }))[0]).toBe('secret_not_trusted');
  },
);

verifies(
  'secrets.sealed-hosts',
  'on a full disk all is sealed anew, and the next start says so',
  async () => {
    const { open, byHand } = vaultInFile();
    let opened = await open();
    await opened.secrets.put('A', 'value', [HOST]);
    await sealedBefore(opened, byHand);
    await opened.database.close();
    const { file } = opened;
    file.failing = new Set(['replaceSealed']);
    opened = await open();
    expect(opened.secrets.resolve('A', HOST)).toBe('value');
    expect([opened.log.events('error').length, file.sealed]).toEqual([1, { found: 'nothing' }]);
    file.failing = new Set();
    await opened.database.close();
    opened = await open();
    expect(opened.secrets.resolve('A', HOST)).toBe('value');
    expect(file.sealed).toMatchObject({ found: 'text' });
    await opened.database.close();
  },
);
