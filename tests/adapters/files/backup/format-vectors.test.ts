import { createDecipheriv, createHash, createHmac, hkdfSync, scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { newPartCipher, PART_BYTES } from '../../../../src/adapters/out/files/backup/format.ts';
import { nodeCrypto } from '../../../../src/adapters/out/system/node-crypto.ts';
import { VaultBackupKeys } from '../../../../src/core/keeping/backups/key.ts';
import { manifestText } from '../../../../src/core/keeping/backups/manifest.ts';
import type { Manifest } from '../../../../src/core/keeping/backups/model.ts';
import { keyFrom } from '../../../../src/core/trust/secrets/key-ring.ts';
import { verifies } from '../../../spec/verifies.ts';

interface Vectors {
  readonly keys: readonly Readonly<Record<'text' | 'salt' | 'keyId' | 'files' | 'manifest', string>>[];
  readonly files: readonly {
    readonly backupId: string;
    readonly path: string;
    readonly random: string;
    readonly contentBytes: number;
    readonly sealedBytes: number;
    readonly sealedSha256: string;
    readonly sealed?: string;
  }[];
  readonly manifest: string;
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../../config/backup-vectors.json', import.meta.url), 'utf8'),
) as Vectors;
const [{ keyId, files: filesKey, manifest: manifestKey, salt }] = vectors.keys as [Vectors['keys'][number]];

const contentOf = (length: number) => Buffer.from(Array.from({ length }, (_, index) => index % 251));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const hkdf = (key: Uint8Array, from: Uint8Array, info: string) =>
  Buffer.from(hkdfSync('sha256', key, from, info, 32));

/** Our writer, with the random bytes of the vector. */
function sealed({ backupId, path, random, contentBytes }: Vectors['files'][number]): Buffer {
  const key = { keyId, key: Buffer.from(filesKey, 'hex') };
  const cipher = newPartCipher(key, { backupId, path }, Buffer.from(random, 'hex'));
  const content = contentOf(contentBytes);
  const count = Math.max(1, Math.ceil(contentBytes / PART_BYTES));
  const parts = Array.from({ length: count }, (_, index) => {
    const memory = Buffer.alloc(PART_BYTES + 16);
    const length = content.copy(memory, 0, index * PART_BYTES, (index + 1) * PART_BYTES);
    return cipher.seal(memory, length, index, index === count - 1);
  });
  return Buffer.concat([cipher.header, ...parts]);
}

/** A reader that follows config/backup-format.md and uses nothing of ours. */
function opened(file: Buffer, key: Buffer, path: string): { readonly id: string; readonly content: Buffer } {
  expect(file.subarray(0, 8).toString('hex')).toBe('5356434201010000');
  const partBytes = file.readUInt32BE(8);
  expect(file.subarray(12, 20).toString('hex')).toBe(keyId);
  const idEnd = 44 + file.readUInt8(43);
  const header = file.subarray(0, idEnd);
  const fileKey = hkdf(key, file.subarray(20, 36), 'svc backup file');
  const name = Buffer.from(path);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(name.length);
  const content: Buffer[] = [];
  for (let at = idEnd, index = 0; at < file.length; at += partBytes + 16, index += 1) {
    const part = file.subarray(at, at + partBytes + 16);
    const place = Buffer.alloc(5);
    place.writeUInt32BE(index);
    place[4] = at + partBytes + 16 >= file.length ? 1 : 0;
    const nonce = Buffer.concat([file.subarray(36, 43), place]);
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonce);
    decipher.setAAD(Buffer.concat([header, length, name]));
    decipher.setAuthTag(part.subarray(-16));
    content.push(decipher.update(part.subarray(0, -16)), decipher.final());
  }
  return { id: file.subarray(44, idEnd).toString(), content: Buffer.concat(content) };
}

verifies('backups.format', 'keys follow from a vault key as the document says', async () => {
  for (const given of vectors.keys) {
    const bytes = Buffer.from(given.salt, 'hex');
    const base = /^[\w-]{43,}$/u.test(given.text)
      ? Buffer.from(given.text)
      : scryptSync(given.text, bytes, 32, { N: 65_536, r: 8, p: 1, maxmem: 2 ** 27 });
    const of = (info: string) => hkdf(base, Buffer.alloc(0), info).toString('hex');
    const { text, salt: from, ...rest } = given;
    expect({
      keyId: of('svc vault key id').slice(0, 16),
      files: of('svc backup files'),
      manifest: of('svc backup manifest'),
    }).toEqual(rest);
    const keys = new VaultBackupKeys({
      outside: () => null,
      isKeyed: false,
      retired: () => null,
      keyOf: (chosen, ofVault) => keyFrom(chosen, ofVault, nodeCrypto),
    });
    const key = await keys.given(text, from);
    expect([
      key.keyId,
      Buffer.from(key.files).toString('hex'),
      Buffer.from(key.manifest).toString('hex'),
    ]).toEqual(Object.values(rest));
  }
});

verifies(
  'backups.format',
  'another reader opens what is written, and it is written as in the vectors',
  () => {
    for (const vector of vectors.files) {
      const file = sealed(vector);
      expect([file.length, sha256(file)]).toEqual([vector.sealedBytes, vector.sealedSha256]);
      if (vector.sealed !== undefined) expect(file.toString('hex')).toBe(vector.sealed);
      const { id, content } = opened(file, Buffer.from(filesKey, 'hex'), vector.path);
      expect(id).toBe(vector.backupId);
      expect(content.equals(contentOf(vector.contentBytes))).toBe(true);
    }
  },
);

test('that reader opens nothing under another path', () => {
  const [vector] = vectors.files as [Vectors['files'][number]];
  expect(() => opened(sealed(vector), Buffer.from(filesKey, 'hex'), 'other')).toThrow();
});

verifies('backups.format', 'the manifest is authenticated as the document says', async () => {
  const { mac, ...rest } = JSON.parse(vectors.manifest) as Manifest;
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(
            Object.keys(value)
              .toSorted()
              .map((name) => [name, sorted((value as Readonly<Record<string, unknown>>)[name])]),
          )
        : value;
  const expected = createHmac('sha256', Buffer.from(manifestKey, 'hex'))
    .update(JSON.stringify(sorted(rest)))
    .digest('hex');
  expect(mac).toBe(expected);
  const key = {
    keyId,
    salt,
    files: Buffer.from(filesKey, 'hex'),
    manifest: Buffer.from(manifestKey, 'hex'),
  };
  expect(await manifestText(rest, key, nodeCrypto)).toBe(vectors.manifest);
});
