import { describe, expect, test } from '@jest/globals';
import Database from 'better-sqlite3';
import {
  closeSync,
  existsSync,
  openSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { openMemory } from '../../../src/adapters/out/sqlite/memory/open.ts';
import { openVault } from '../../../src/adapters/out/sqlite/vault/open.ts';
import { bytesOf, copyAsAfterACrash, newFile } from './database-files.ts';

const PAGE = 4096;

/** A store as a killed process leaves it: most of it in the file, the rest in its log. */
async function killed(open: (file: string) => { close(): Promise<void> }): Promise<string> {
  const live = newFile();
  await open(live).close();
  const connection = new Database(live);
  connection.pragma('journal_mode = WAL');
  // The first page only: the schema pages stay where they can be damaged.
  connection.pragma('application_id = 7');
  const file = copyAsAfterACrash(live);
  connection.close();
  return file;
}

/** Every page but the first begins with invalid bytes. */
function damage(file: string): void {
  const handle = openSync(file, 'r+');
  for (let at = PAGE; at < statSync(file).size; at += PAGE)
    writeSync(handle, Buffer.alloc(64, 0xff), 0, 64, at);
  closeSync(handle);
}

const stores = [
  ['history.db', openHistory],
  ['memory.db', openMemory],
  ['vault.db', openVault],
] as const;

describe('a damaged store', () => {
  // Opening the vault reads only its first page.
  for (const [name, open] of stores.slice(0, 2))
    test(`${name}: an unopenable store keeps its file and its log unchanged`, async () => {
      const damages = [damage, (file: string) => truncateSync(file, statSync(file).size >> 1)];
      for (const harm of damages) {
        const file = await killed(open);
        harm(file);
        const before = bytesOf(file);
        expect(before[1]).not.toBeNull();
        expect(() => open(file)).toThrow(/malformed|not a database/u);
        expect(bytesOf(file)).toEqual(before);
      }
    });

  for (const [name, open] of stores) {
    test(`${name}: a store found to be damaged is closed unchanged`, async () => {
      const file = newFile();
      const store = open(file);
      const before = bytesOf(file);
      expect(before[1]).not.toBeNull();
      store.leave();
      await store.close();
      expect(bytesOf(file).slice(0, 2)).toEqual(before.slice(0, 2));
    });

    test(`${name}: a log without its database is not thrown away`, async () => {
      const file = await killed(open);
      writeFileSync(file, '');
      const before = bytesOf(file);
      expect(() => open(file)).toThrow('is empty, but the files beside it are not');
      expect(bytesOf(file)).toEqual(before);
      renameSync(file, join(dirname(file), 'elsewhere'));
      expect(() => open(file)).toThrow('is empty, but the files beside it are not');
      expect(bytesOf(file).slice(1)).toEqual(before.slice(1));
      expect(existsSync(file)).toBe(false);
    });

    test(`${name}: an empty file is new, unless other stores were in use`, async () => {
      const file = newFile();
      writeFileSync(file, '');
      expect(() => open(file, { isBesideUsed: true })).toThrow('is empty, but the files beside it are not');
      expect(statSync(file).size).toBe(0);
      await open(file).close();
      expect(statSync(file).size).toBeGreaterThan(0);
      const missing = newFile();
      await open(missing, { isBesideUsed: true }).close();
      expect(statSync(missing).size).toBeGreaterThan(0);
    });
  }

  test('becomes read-only', async () => {
    const database = openVault(newFile());
    database.leave();
    const key = { keyId: 'first', createdAt: 1, retiredAt: null, wrapped: null };
    await expect(
      database.journal.commit([{ change: 'vault.begin', key, salt: new Uint8Array(16) }]),
    ).rejects.toThrow(expect.objectContaining({ code: 'storage_error' }));
    expect(database.store.keys()).toEqual([]);
    await database.close();
  });
});
