import { expect, test } from '@jest/globals';
import { nodeCrypto } from '../../../../src/adapters/out/system/node-crypto.ts';
import { canonicalJson, type Json } from '../../../../src/core/kernel/json.ts';
import {
  isAuthentic,
  isWrong,
  manifestFrom,
  manifestText,
} from '../../../../src/core/keeping/backups/manifest.ts';
import type { Manifest, ManifestFile } from '../../../../src/core/keeping/backups/model.ts';
import type { Says } from '../../../../src/core/kernel/says.ts';
import { say } from '../../../../src/core/keeping/backups/says.ts';
import { longestPause } from '../../../harness/longest-pause.ts';
import { verifies } from '../../../spec/verifies.ts';

const key = {
  keyId: '0123456789abcdef',
  salt: '00'.repeat(16),
  files: new Uint8Array(32),
  manifest: new Uint8Array(32).fill(7),
};

const file = (path: string, more: Partial<ManifestFile> = {}): ManifestFile => ({
  path,
  kind: 'file',
  sizeBytes: 100,
  contentBytes: 20,
  sha256: null,
  mode: null,
  modifiedAt: null,
  ...more,
});
const folder = (path: string) => file(path, { kind: 'folder', sizeBytes: 0, contentBytes: 0 });

const manifest: Omit<Manifest, 'mac'> = {
  format: 'svc-backup',
  formatVersion: 1,
  backupId: '20261123T120000007Z',
  createdAt: '2026-11-23T12:00:00.007Z',
  kind: 'manual',
  serviceVersion: '0.1.0',
  dataDirectory: '/home/me/.svc',
  instanceId: '01a20563-0198-706a-a7bb-fd5e086fd994',
  encrypted: true,
  keyId: key.keyId,
  keySalt: key.salt,
  workspace: 'included',
  databases: [{ path: 'history.db', schemaVersion: 3, rows: { threads: 2 } }],
  files: [
    file('history.db', { kind: 'database' }),
    file('config.json'),
    folder('apis'),
    file('apis/shop.json'),
    folder('workspace'),
    folder('workspace/Notes'),
    file('workspace/Notes/a.txt', { mode: 0o644, modifiedAt: 1_700_000_000_000 }),
    file('workspace/notes', { mode: 0o600, modifiedAt: 1 }),
  ],
  skipped: [{ path: 'workspace/link', reason: 'link' }],
  skippedCount: 1,
};

const written = await manifestText(manifest, key, nodeCrypto);

const textOf = (change: (copy: Record<string, unknown>) => void): string => {
  const copy = JSON.parse(written) as Record<string, unknown>;
  change(copy);
  return JSON.stringify(copy);
};
const withFile = (one: unknown) => textOf((copy) => void (copy['files'] as unknown[]).push(one));

verifies('backups.manifest', 'it comes back as it was written, and is authentic', async () => {
  expect(written).toBe(`${JSON.stringify(JSON.parse(written), null, 1)}\n`);
  const read = (await manifestFrom(written)) as Manifest;
  expect(read).toEqual({ ...manifest, mac: expect.stringMatching(/^[\da-f]{64}$/u) as unknown });
  expect(await isAuthentic(read, key, nodeCrypto)).toBe(true);
});

verifies(
  ['backups.encryption.manifest', 'security.crypto'],
  'every change of a field makes it unauthentic, and so does another key',
  async () => {
    const read = JSON.parse(written) as Manifest;
    const changed = Object.keys(manifest).map(
      (name) => ({ ...read, [name]: 'changed' }) as unknown as Manifest,
    );
    for (const one of changed) expect(await isAuthentic(one, key, nodeCrypto)).toBe(false);
    expect(await isAuthentic(read, { ...key, manifest: new Uint8Array(32) }, nodeCrypto)).toBe(false);
    expect(await isAuthentic({ ...read, mac: null }, key, nodeCrypto)).toBe(false);
  },
);

const deep = (): unknown => {
  let value: unknown = 1;
  for (let depth = 0; depth < 50; depth += 1) value = [value];
  return value;
};

const hostile: Readonly<Record<string, string>> = {
  'no JSON': '{',
  'an array': '[]',
  nothing: 'null',
  'a text': '"svc-backup"',
  'nothing for a file': withFile(null),
  'nothing for the rows of a database': textOf(
    (copy) => (copy['databases'] = [{ path: 'history.db', schemaVersion: 3, rows: null }]),
  ),
  'another format': textOf((copy) => (copy['format'] = 'other')),
  'a newer format': textOf((copy) => (copy['formatVersion'] = 2)),
  'an unknown field': textOf((copy) => (copy['more'] = 1)),
  'a missing field': textOf((copy) => delete copy['instanceId']),
  'a prototype': textOf(() => undefined).replace('{', '{"__proto__":{"x":1},'),
  'a deep value': textOf((copy) => (copy['files'] = deep())),
  'no id': textOf((copy) => (copy['backupId'] = '../../etc')),
  'encrypted without a key': textOf((copy) => Object.assign(copy, { keyId: null, keySalt: null, mac: null })),
  'a key without a MAC': textOf((copy) => (copy['mac'] = null)),
  'a path twice': withFile(file('config.json')),
  'a path in two spellings': withFile(file('apis/SHOP.json')),
  'a path upwards': withFile(file('workspace/../vault.key')),
  'an absolute path': withFile(file('/etc/passwd')),
  'an empty part': withFile(file('workspace//a')),
  'a NUL': withFile(file('workspace/a\0b')),
  'a long name': withFile(file(`workspace/${'x'.repeat(300)}`)),
  'a key file': withFile(file('vault.key')),
  'a token': withFile(file('token.json')),
  'the lock': withFile(file('lock.db', { kind: 'database' })),
  'a log of a database': withFile(file('history.db-wal')),
  'a backup in it': withFile(file('backups/x')),
  'an unknown name': withFile(file('evil.sh')),
  'a file where a folder is due': withFile(file('workspace/a.txt/b')),
  'a file below no folder': withFile(file('workspace/other/b')),
  'a folder with a size': withFile({ ...folder('changesets'), sizeBytes: 1 }),
  'a negative size': withFile(file('pricing.json', { sizeBytes: -1 })),
  'a size that is none': withFile(file('pricing.json', { sizeBytes: 0.5 })),
  'a plain hash in an encrypted backup': withFile(file('pricing.json', { sha256: 'a'.repeat(64) })),
  'a set-user-id mode': withFile(file('workspace/s', { mode: 0o4755 })),
  'a database without facts': withFile(file('memory.db', { kind: 'database' })),
  'too many files': textOf((copy) => (copy['files'] = Array.from({ length: 150_001 }, () => 0))),
};

test.each(Object.entries(hostile))(
  '%s is refused in words, before anything of it is used',
  async (_, text) => {
    expect(isWrong(await manifestFrom(text))).toBe(true);
  },
);

/** Fewer than there may be, so that the test is quick. */
const FILES = 20_000;

verifies(
  'backups.manifest.long',
  'one with very many files is written, read and authenticated in short pieces',
  async () => {
    const folders = Array.from({ length: 150 }, (_, nth) => folder(`workspace/${nth}`));
    const some = Array.from({ length: FILES }, (_, nth) =>
      file(`workspace/${nth % 150}/a "file" [${nth}] {\\} of a longer name.txt`, { modifiedAt: nth }),
    );
    const long = { ...manifest, files: [...manifest.files, ...folders, ...some] };
    let [text, read]: [string, Manifest | Says] = ['', say('manifest.missing')];
    const whole = await longestPause(async () => {
      text = await manifestText(long, key, nodeCrypto);
      expect(canonicalJson(JSON.parse(text) as Json).length).toBeGreaterThan(FILES);
    });
    const pauses = [
      await longestPause(() => manifestText(long, key, nodeCrypto)),
      await longestPause(async () => (read = await manifestFrom(text))),
      await longestPause(() => isAuthentic(read as unknown as Manifest, key, nodeCrypto)),
    ];
    // Beside all of its files at once.
    expect(pauses.map((pause) => (pause < whole / 2 ? 'a small part' : pause / whole))).toEqual(
      Array(3).fill('a small part'),
    );
    expect(text === `${JSON.stringify(JSON.parse(text), null, 1)}\n`).toBe(true);
    expect(isSame(read, JSON.parse(text))).toBe(true);
    const packed = JSON.stringify(read);
    expect(isSame(await manifestFrom(packed), read)).toBe(true);
    // Wherever it is cut off, or something is put in, it is refused as `JSON.parse` would.
    for (const at of [1, 100, 300_000, 300_001, 1_500_000, packed.length - 2]) {
      const cut = packed.slice(0, at);
      expect([at, await manifestFrom(cut)]).toEqual([at, say('manifest.no-json')]);
      const more = await manifestFrom(`${cut}]${packed.slice(at)}`);
      expect([at, isWrong(more) || more.files.length]).toEqual([
        at,
        isText(packed, at) ? long.files.length : true,
      ]);
    }
    expect(await manifestFrom(`${packed}{}`)).toEqual(say('manifest.no-json'));
  },
);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether a sign that is put in there is a part of a path. */
const isText = (text: string, at: number): boolean =>
  /"path":"[^"]*$/u.test(text.slice(at - 60, at).replaceAll('\\"', ''));
