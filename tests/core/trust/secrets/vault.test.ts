import { describe, expect, test } from '@jest/globals';
import { nodeCrypto } from '../../../../src/adapters/out/system/node-crypto.ts';
import { refuseStorage } from '../../../../src/core/kernel/storage-refusals.ts';
import type { SealedSecret } from '../../../../src/core/trust/secrets/model.ts';
import type { FileRead } from '../../../../src/core/ports/file-read.ts';
import { MemoryVaultKeyFile } from '../../../doubles/memory-vault-key-file.ts';
import { secretsOver } from '../../../harness/secrets.ts';
import { verifies } from '../../../spec/verifies.ts';
import { freshVault } from '../../../harness/fresh-databases.ts';
import { refusing } from '../../../harness/journals.ts';
import { say } from '../../../../src/core/trust/secrets/says.ts';

const KEY = /^[\w-]{43}$/u;
const text = (words: string): FileRead => ({ found: 'text', text: words });
const NOTHING: FileRead = { found: 'nothing' };
const LOCKED = { code: 'vault_locked' };
const HOST = 'api.test';

const codeOf = async (act: () => unknown): Promise<unknown> => {
  try {
    return await act();
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

describe('the first start', () => {
  verifies(
    ['vault.key.generated', 'backups.vault-key', 'vault.key.shown', 'vault.key.file'],
    'makes a key, keeps it in vault.key, sets the variable from it, and the next start finds it',
    async () => {
      const first = await secretsOver();
      const { key, keyId, createdAt } = first.vault.key();
      expect(key).toMatch(KEY);
      expect(keyId).toMatch(/^[\da-f]{16}$/u);
      expect(createdAt).toBe(first.clock.now());
      expect(first.file.main).toEqual(text(`${key}\n`));
      expect(first.published).toEqual([key]);
      expect(first.knownSecrets.values()).toContain(key);
      await first.secrets.put('A', 'a value', [HOST]);
      const again = await secretsOver({ database: first.database, file: first.file });
      expect(again.vault.key()).toEqual({ key, keyId, createdAt });
      expect(again.secrets.resolve('A', HOST)).toBe('a value');
      expect(again.log.events('warn')).toEqual([]);
    },
  );

  verifies('vault.key.environment', 'uses the key from the environment, and writes no file', async () => {
    const database = freshVault();
    const given = 'a passphrase that a person has chosen';
    const { vault, file, published, secrets } = await secretsOver({ database, given });
    expect([vault.key().key, file.main, published]).toEqual([given, NOTHING, [given]]);
    await secrets.put('A', 'a value', [HOST]);
    const again = await secretsOver({ database, given });
    expect(again.secrets.resolve('A', HOST)).toBe('a value');
  });

  test('uses an existing vault.key, as left by a start that was killed before its first commit', async () => {
    const file = new MemoryVaultKeyFile();
    file.main = text('  x'.padEnd(50, 'y') + '\n');
    const { vault } = await secretsOver({ file });
    expect([vault.state, vault.key().key]).toEqual(['ready', 'x'.padEnd(48, 'y')]);
  });

  verifies('promise.vault.key-gone', 'never overwrites a vault.key without a key', async () => {
    for (const main of [text(''), text(' \n'), { found: 'obstacle', obstacle: 'no_text' } as const]) {
      const file = new MemoryVaultKeyFile();
      file.main = main;
      const { vault, store } = await secretsOver({ file });
      expect([vault.state, file.main, store.keys()]).toEqual(['locked', main, []]);
      expect(vault.problem).toEqual([say('secrets.no_key_in_file')]);
    }
  });

  test('is locked, with a reason, when the key cannot be written; nothing is sealed with an unsaved key', async () => {
    const file = new MemoryVaultKeyFile();
    file.failing = new Set(['replace']);
    const { vault, store, log, published } = await secretsOver({ file });
    expect([vault.state, store.keys(), published]).toEqual(['locked', [], []]);
    expect(log.events('error')).toHaveLength(1);
    expect(log.events('warn')).toEqual(['secrets can neither be read nor kept']);
  });
});

test('an unreadable store locks the vault, is logged, and does not stop the start', async () => {
  const broken = (): never => {
    throw refuseStorage.storage_error();
  };
  const { vault, secrets, log } = await secretsOver({
    store: (real) => withMethod(withMethod(real, 'keys', broken), 'all', broken),
    environment: [{ name: 'E', value: 'from elsewhere', hosts: [HOST] }],
  });
  expect([vault.state, secrets.resolve('E', HOST)]).toEqual(['locked', 'from elsewhere']);
  expect(log.events('error')).toEqual(['the vault could not be opened', 'vault.db could not be read']);
});

describe('a vault without its key', () => {
  async function kept() {
    const first = await secretsOver();
    await first.secrets.put('A', 'a value', [HOST]);
    return { ...first, key: first.vault.key() };
  }

  verifies(
    ['promise.vault.key-gone', 'backups.vault-key.unusable'],
    'is locked: no key is made or overwritten, the secrets stay, and every call says why',
    async () => {
      for (const main of [NOTHING, text(''), text('x'.repeat(50)), text('a passphrase')]) {
        const { database, key, file: before } = await kept();
        const file = new MemoryVaultKeyFile();
        file.main = main;
        const { vault, secrets, store, published, log } = await secretsOver({ database, file });
        expect([vault.state, file.main, file.next, published]).toEqual(['locked', main, NOTHING, []]);
        expect(secrets.status()).toMatchObject({ vault: 'locked', secrets: 1, problem: vault.problem });
        expect(vault.problem?.at(-1)?.code).toMatch(/key_gone|bring_key/u);
        expect(log.events('warn')).toEqual(['secrets can neither be read nor kept']);
        expect(secrets.list()).toMatchObject([{ name: 'A', hosts: [HOST] }]);
        for (const act of [
          () => vault.key(),
          () => secrets.put('B', 'another', null),
          () => secrets.resolve('A', HOST),
        ])
          expect(await codeOf(act)).toBe('vault_locked');
        await expect(vault.rotate()).rejects.toMatchObject(LOCKED);
        expect(store.keys()).toMatchObject([{ keyId: key.keyId }]);
        // Restoring the key restores everything.
        const back = await secretsOver({ database, file: before });
        expect(back.secrets.resolve('A', HOST)).toBe('a value');
      }
    },
  );

  verifies(
    ['backups.vault-key.unusable', 'vault.key.environment'],
    'is disabled when SVC_VAULT_KEY is empty: no key is made, and no existing key is used',
    async () => {
      const fresh = await secretsOver({ given: '' });
      expect([fresh.vault.state, fresh.file.main, fresh.store.keys(), fresh.published]).toEqual([
        'disabled',
        NOTHING,
        [],
        [],
      ]);
      const { database, file } = await kept();
      const { vault, secrets } = await secretsOver({ database, file, given: '' });
      expect(secrets.status()).toMatchObject({ vault: 'disabled', secrets: 1 });
      expect(vault.problem).toEqual([say('secrets.disabled')]);
      expect(await codeOf(() => secrets.resolve('A', HOST))).toBe('vault_locked');
      // Secrets from other sources are still available.
      const environment = [{ name: 'E', value: 'from elsewhere', hosts: [HOST] }];
      const other = await secretsOver({ database, file, given: '', environment });
      expect(other.secrets.resolve('E', HOST)).toBe('from elsewhere');
      const once = await secretsOver({ database: fresh.database });
      expect(once.vault.state).toBe('ready');
    },
  );
});

describe('rotation', () => {
  verifies(
    ['vault.key.rotated', 'vault.retired-keys'],
    'takes effect at once; every secret and every earlier key stays readable',
    async () => {
      const { vault, secrets, store, journal, file, database, published, clock, knownSecrets } =
        await secretsOver();
      await secrets.put('A', 'a value', [HOST]);
      await secrets.put('B', 'grüße', [HOST]);
      const keys = [vault.key()];
      for (const round of [1, 2, 3]) {
        await clock.advance(1_000);
        const rotation = await vault.rotate();
        keys.push(vault.key());
        expect(rotation).toEqual({
          keyId: vault.key().keyId,
          previousKeyId: keys.at(-2)?.keyId,
          rotatedAt: clock.now(),
          secrets: 2,
        });
        expect(store.all().map(({ keyId }) => keyId)).toEqual([rotation.keyId, rotation.keyId]);
        expect(file.main).toEqual(text(`${vault.key().key}\n`));
        expect(published).toHaveLength(round + 1);
        await secrets.put('C', `kept in round ${round}`, [HOST]);
        await journal.commit([{ change: 'secret.delete', name: 'C' }]);
      }
      expect(new Set(keys.map(({ key }) => key)).size).toBe(4);
      expect(published).toEqual(keys.map(({ key }) => key));
      for (const { key } of keys) expect(knownSecrets.values()).toContain(key);
      const again = await secretsOver({ database, file });
      for (const one of [vault, again.vault]) {
        for (const { key, keyId } of keys.slice(0, -1)) expect(one.retired(keyId)).toBe(key);
        expect([one.retired(vault.key().keyId), one.retired('none')]).toEqual([null, null]);
      }
      expect(again.secrets.resolve('A', HOST)).toBe('a value');
      expect(again.secrets.resolve('B', HOST)).toBe('grüße');
    },
  );

  verifies(
    'vault.rotation.races',
    'refuses a concurrent second one, and loses nothing stored meanwhile',
    async () => {
      const { vault, secrets, database, file } = await secretsOver();
      await secrets.put('A', 'a value', [HOST]);
      const rotating = vault.rotate();
      await expect(vault.rotate()).rejects.toMatchObject({ code: 'rotation_in_progress' });
      await secrets.put('B', 'stored meanwhile', [HOST]);
      expect(await rotating).toMatchObject({ secrets: 2 });
      await secrets.put('C', 'stored afterwards', [HOST]);
      await vault.rotate();
      const again = await secretsOver({ database, file });
      expect(['A', 'B', 'C'].map((name) => again.secrets.resolve(name, HOST))).toEqual([
        'a value',
        'stored meanwhile',
        'stored afterwards',
      ]);
    },
  );

  verifies(
    'vault.rotation.races',
    'a secret that comes while the rotation is being synced waits for its end',
    async () => {
      const [written, synced] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const { vault, secrets, database, file } = await secretsOver({
        journal: (real) => ({
          commit: async (changes) => {
            await real.commit(changes);
            if (changes[0]?.change !== 'vault.rotate') return;
            written.resolve();
            await synced.promise;
          },
        }),
      });
      await secrets.put('A', 'a value', [HOST]);
      const rotating = vault.rotate();
      await written.promise;
      expect(secrets.resolve('A', HOST)).toBe('a value');
      const putting = secrets.put('B', 'stored meanwhile', [HOST]);
      for (let tick = 0; tick < 20; tick += 1) await new Promise(setImmediate);
      synced.resolve();
      await Promise.all([rotating, putting]);
      const again = await secretsOver({ database, file });
      expect(['A', 'B'].map((name) => again.secrets.resolve(name, HOST))).toEqual([
        'a value',
        'stored meanwhile',
      ]);
    },
  );

  verifies(
    'vault.rotation.disk',
    'a rotation that was written and not synced leaves both keys to the next start',
    async () => {
      const { vault, secrets, database, file } = await secretsOver({
        journal: (real) => ({
          commit: async (changes) => {
            await real.commit(changes);
            if (changes[0]?.change === 'vault.rotate') throw refuseStorage.disk_full();
          },
        }),
      });
      await secrets.put('A', 'a value', [HOST]);
      const before = vault.key();
      await expect(vault.rotate()).rejects.toMatchObject({ code: 'disk_full' });
      const { main, next } = file;
      expect(main).toEqual(text(`${before.key}\n`));
      expect(next).not.toEqual(NOTHING);
      expect(secrets.resolve('A', HOST)).toBe('a value');
      await expect(vault.rotate()).rejects.toMatchObject({ code: 'storage_error' });
      expect([file.main, file.next]).toEqual([main, next]);
      const again = await secretsOver({ database, file });
      expect(again.secrets.resolve('A', HOST)).toBe('a value');
    },
  );

  verifies('vault.rotation.unreadable', 'does nothing if a secret is unreadable, and names it', async () => {
    const { vault, secrets, store, journal, file, database } = await secretsOver();
    await secrets.put('A', 'a value', [HOST]);
    await secrets.put('B', 'a value', [HOST]);
    const [a] = store.all();
    if (a)
      await journal.commit([
        { change: 'secret.put', secret: { ...a, name: 'B' }, hosts: null, was: store.get('B') },
      ]);
    const before = [vault.key(), store.all(), store.keys(), file.main];
    await expect(vault.rotate()).rejects.toMatchObject({ code: 'secret_unreadable', facts: { name: 'B' } });
    expect([vault.key(), store.all(), store.keys(), file.main, file.next]).toEqual([...before, NOTHING]);
    expect(await codeOf(() => secrets.resolve('B', HOST))).toBe('secret_unreadable');
    expect(secrets.status().unreadable).toEqual(['B']);
    const again = await secretsOver({ database, file });
    expect(again.log.lines).toMatchObject([{ level: 'warn', facts: { names: ['B'] } }]);
    await secrets.delete('B');
    await vault.rotate();
    expect(secrets.resolve('A', HOST)).toBe('a value');
  });

  verifies('vault.rotation.disk', 'on a full disk, at any step, leaves everything readable', async () => {
    const { vault, secrets, store, file, database, log } = await secretsOver({
      journal: refusing((changes) => changes[0]?.change === 'vault.rotate' && isFull),
    });
    let isFull = true;
    await secrets.put('A', 'a value', [HOST]);
    const before = vault.key();
    file.failing = new Set(['replaceNext']);
    await expect(vault.rotate()).rejects.toMatchObject({ code: 'disk_full' });
    file.failing = new Set();
    await expect(vault.rotate()).rejects.toMatchObject({ code: 'disk_full' });
    expect([vault.key(), file.next, secrets.resolve('A', HOST)]).toEqual([before, NOTHING, 'a value']);
    isFull = false;
    file.failing = new Set(['promoteNext']);
    const { keyId } = await vault.rotate();
    expect(log.events('error')).toHaveLength(1);
    expect([vault.key().keyId, file.main]).toEqual([keyId, text(`${before.key}\n`)]);
    // The next rotation does not overwrite the only copy of the current key.
    await expect(vault.rotate()).rejects.toMatchObject({ code: 'storage_error' });
    expect(file.next).toEqual(text(`${vault.key().key}\n`));
    expect(secrets.resolve('A', HOST)).toBe('a value');
    file.failing = new Set();
    const again = await secretsOver({ database, file, store: () => store });
    expect([again.vault.key().keyId, file.next]).toEqual([keyId, NOTHING]);
    expect(again.secrets.resolve('A', HOST)).toBe('a value');
  });

  verifies(
    'vault.retired-keys',
    'recognises a rotated key from the environment by its id, and uses the right one beside it',
    async () => {
      const database = freshVault();
      const given = 'y'.repeat(43);
      const first = await secretsOver({ database, given });
      await first.secrets.put('A', 'a value', [HOST]);
      await first.vault.rotate();
      expect(first.log.events('warn')).toEqual([expect.stringContaining('vault.key')]);
      const again = await secretsOver({ database, given, file: first.file });
      expect(again.secrets.resolve('A', HOST)).toBe('a value');
      expect(again.log.events('warn')).toEqual(['SVC_VAULT_KEY is not the key of this vault']);
      expect(again.published).toEqual([again.vault.key().key]);
      const alone = await secretsOver({ database, given });
      expect(alone.vault.state).toBe('locked');
      expect(alone.vault.problem).toMatchObject([
        { code: 'secrets.old_key', facts: { given: 'SVC_VAULT_KEY' } },
        { code: 'secrets.bring_key' },
      ]);
    },
  );
});

verifies(
  'vault.sealed',
  'the stored bytes are not the value, and cannot be moved to another name or another key',
  async () => {
    const { secrets, store, journal, database, file } = await secretsOver();
    await secrets.put('A', 'a value that is long enough', [HOST]);
    await secrets.put('B', 'another', [HOST]);
    const [a, b] = store.all();
    if (!a || !b) throw new Error('both are kept');
    expect(new TextDecoder().decode(a.sealed)).not.toContain('value');
    const put = (secret: SealedSecret) =>
      journal.commit([{ change: 'secret.put', secret, hosts: null, was: store.get(secret.name) }]);
    await put({ ...b, sealed: a.sealed });
    expect(await codeOf(() => secrets.resolve('B', HOST))).toBe('secret_unreadable');
    const other = await secretsOver();
    await other.secrets.put('A', 'theirs', [HOST]);
    const [theirs] = other.store.all();
    if (theirs) await put({ ...a, sealed: theirs.sealed });
    expect(await codeOf(() => secrets.resolve('A', HOST))).toBe('secret_unreadable');
    await put(a);
    const again = await secretsOver({ database, file });
    expect(again.secrets.resolve('A', HOST)).toBe('a value that is long enough');
  },
);

test('a passphrase is stretched, with the salt of this vault', async () => {
  const [one, other] = await Promise.all([secretsOver({ given: 'words' }), secretsOver({ given: 'words' })]);
  expect(one.vault.key().keyId).not.toBe(other.vault.key().keyId);
  const random = nodeCrypto.random(32).join('').padEnd(43, 'a').slice(0, 43);
  const [two, same] = await Promise.all([secretsOver({ given: random }), secretsOver({ given: random })]);
  expect(two.vault.key().keyId).toBe(same.vault.key().keyId);
});

/** The same object with one method replaced. */
function withMethod<T extends object, Name extends keyof T>(of: T, name: Name, method: T[Name]): T {
  return new Proxy(of, {
    get: (target, asked) => {
      if (asked === name) return method;
      const found = target[asked as keyof T];
      return typeof found === 'function' ? (found as (...all: unknown[]) => unknown).bind(target) : found;
    },
  });
}
