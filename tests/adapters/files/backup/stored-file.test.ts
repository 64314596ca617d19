import { createHash, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { newPartCipher, PART_BYTES, sealedBytes } from '../../../../src/adapters/out/files/backup/format.ts';
import {
  storeFile,
  unstoreFile,
  type Stored,
} from '../../../../src/adapters/out/files/backup/stored-file.ts';
import { temporaryDir } from '../../../harness/in-process-engine.ts';
import { verifies } from '../../../spec/verifies.ts';
import { thinned } from '../../../harness/thinned.ts';

const cipher = { keyId: '0123456789abcdef', key: new Uint8Array(32).fill(3) };
const place = { backupId: '20261123T120000007Z', path: 'workspace/a.txt' };

async function stored(
  content: Uint8Array,
  key: typeof cipher | null = cipher,
): Promise<{ file: string; facts: Stored }> {
  const folder = temporaryDir();
  writeFileSync(join(folder, 'plain'), content);
  const source = await open(join(folder, 'plain'));
  try {
    const file = join(folder, 'stored');
    return { file, facts: await storeFile(source, file, place, key) };
  } finally {
    await source.close();
  }
}

const sizes = [0, 1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 3 * PART_BYTES];

verifies(
  'backups.encryption',
  'files of every size come back as they were, and nothing of them is readable',
  async () => {
    for (const size of sizes) {
      const content = Buffer.alloc(size, 'needle ');
      const { file, facts } = await stored(content);
      expect(facts).toEqual({ sizeBytes: sealedBytes(place, size), contentBytes: size, sha256: null });
      expect(statSync(file)).toMatchObject({ size: facts.sizeBytes });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readFileSync(file).includes('needle')).toBe(false);
      expect(await unstoreFile(file, `${file}.out`, place, facts, cipher)).toBe(true);
      expect(readFileSync(`${file}.out`).equals(content)).toBe(true);
    }
  },
);

test('without a key a file is stored as it is, with its hash', async () => {
  const content = randomBytes(PART_BYTES + 5);
  const { file, facts } = await stored(content, null);
  expect(facts.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  expect(await unstoreFile(file, null, place, facts, null)).toBe(true);
  content[7]! ^= 1;
  writeFileSync(file, content);
  expect(await unstoreFile(file, null, place, facts, null)).toBe(false);
});

verifies(
  'backups.encryption.iv',
  'every file has a salt and a nonce of its own, also for the same content',
  async () => {
    const starts = new Set<string>();
    for (let count = 0; count < 200; count += 1)
      starts.add(newPartCipher(cipher, place).header.toString('hex'));
    expect(starts.size).toBe(200);
  },
);

verifies(
  'security.archive.tampered',
  'a change of any byte is found, and so are cut, added and moved parts',
  async () => {
    const content = randomBytes(2 * PART_BYTES + 100);
    const { file, facts } = await stored(content);
    const sealed = readFileSync(file);
    const header = newPartCipher(cipher, place).header.length;
    const part = PART_BYTES + 16;
    const isFound = async (
      bytes: Buffer,
      expected: Stored = { ...facts, sizeBytes: bytes.length },
    ): Promise<boolean> => {
      writeFileSync(file, bytes);
      return !(await unstoreFile(file, null, place, expected, cipher));
    };
    const missed: string[] = [];
    const at = [
      ...thinned(
        Array.from({ length: header }, (_, index) => index),
        5,
      ),
      header + 5,
      header + part - 1,
      header + part + 9,
      sealed.length - 1,
    ];
    for (const index of at) {
      const changed = Buffer.from(sealed);
      changed[index]! ^= 1;
      if (!(await isFound(changed))) missed.push(`byte ${index}`);
    }
    const parts = [0, 1, 2].map((index) =>
      sealed.subarray(header + index * part, header + (index + 1) * part),
    );
    const start = sealed.subarray(0, header);
    const shapes: Readonly<Record<string, readonly [Buffer, number]>> = {
      'cut in a part': [sealed.subarray(0, sealed.length - 1), facts.contentBytes - 1],
      'cut at a border': [Buffer.concat([start, parts[0]!, parts[1]!]), 2 * PART_BYTES],
      'parts in another order': [Buffer.concat([start, parts[1]!, parts[0]!, parts[2]!]), facts.contentBytes],
      'a part twice': [Buffer.concat([start, parts[0]!, parts[0]!, parts[2]!]), facts.contentBytes],
      'bytes added': [Buffer.concat([sealed, Buffer.alloc(5)]), facts.contentBytes + 5],
      'only the header': [start, 0],
      empty: [Buffer.alloc(0), 0],
    };
    for (const [name, [bytes, contentBytes]] of Object.entries(shapes))
      if (!(await isFound(bytes, { sizeBytes: bytes.length, contentBytes, sha256: null }))) missed.push(name);
    expect(missed).toEqual([]);
    expect(await isFound(sealed)).toBe(false);
  },
);

verifies(
  'security.archive.tampered',
  'a file opens only under its own path, in its own backup and with its own key',
  async () => {
    const { file, facts } = await stored(Buffer.from('secret'));
    const opens = (at: typeof place, key: typeof cipher) => unstoreFile(file, null, at, facts, key);
    expect(await opens(place, cipher)).toBe(true);
    expect(await opens({ ...place, path: 'workspace/b.txt' }, cipher)).toBe(false);
    expect(await opens({ ...place, backupId: '20261123T120000008Z' }, cipher)).toBe(false);
    expect(await opens(place, { ...cipher, key: new Uint8Array(32) })).toBe(false);
    expect(await opens(place, { ...cipher, keyId: 'f'.repeat(16) })).toBe(false);
  },
);

test('links, hard links and folders are not read, and an existing target is not overwritten', async () => {
  const { file, facts } = await stored(Buffer.from('secret'));
  const folder = temporaryDir();
  symlinkSync(file, join(folder, 'link'));
  await expect(unstoreFile(join(folder, 'link'), null, place, facts, cipher)).rejects.toMatchObject({
    code: 'ELOOP',
  });
  mkdirSync(join(folder, 'folder'));
  await expect(unstoreFile(join(folder, 'folder'), null, place, facts, cipher)).resolves.toBe(false);
  writeFileSync(join(folder, 'taken'), 'mine');
  await expect(unstoreFile(file, join(folder, 'taken'), place, facts, cipher)).rejects.toMatchObject({
    code: 'EEXIST',
  });
  expect(readFileSync(join(folder, 'taken'), 'utf8')).toBe('mine');
  linkSync(file, join(folder, 'hard'));
  expect(await unstoreFile(file, join(folder, 'none'), place, facts, cipher)).toBe(false);
  expect(existsSync(join(folder, 'none'))).toBe(false);
});
