// A storage is copied as a whole or not at all, whatever dies.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockDirectory } from '../../../src/adapters/out/sqlite/instance-lock.ts';
import { copyStorage, type StorageCopy } from '../../../src/main/storage-copy/copy-storage.ts';
import { momentOf } from '../../../src/main/storage-copy/in-postgres.ts';
import { beginFiles, keepFiles, placeFiles } from '../../../src/main/storage-copy/place-files.ts';
import { copyIntoFiles } from '../../../src/main/storage-copy/to-sqlite.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { fillFresh } from '../../harness/fresh-databases.ts';
import { describeInPostgres, freshPlaces } from '../../harness/in-postgres.ts';
import { fillAtRandom } from '../../harness/random-rows.ts';
import { databases, make } from './copied-storages.ts';

const PROGRAM = fileURLToPath(new URL('copy-under-test.ts', import.meta.url));
const files = databases.map(({ name }) => name);
const here = (dataDir: string) => files.filter((name) => existsSync(join(dataDir, name)));

describeInPostgres('the copy of a storage', () => {
  const fresh = freshPlaces();
  const root = mkdtempSync(join(tmpdir(), 'storage-'));
  const full = join(root, 'full');
  let last = 0;
  beforeAll(() => {
    fillFresh(full);
    const [pick] = fc.sample(fc.gen(), { numRuns: 1, seed: 11 });
    for (const { name, tables } of databases) fillAtRandom(join(full, name), tables, 2, pick!);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const empty = () => join(root, `empty${(last += 1)}`);
  const copied = () => {
    const dataDir = empty();
    cpSync(full, dataDir, { recursive: true });
    return dataDir;
  };
  const copy = async (to: StorageCopy['to'], dataDir: string, place: StorageCopy['place']) =>
    await copyStorage({
      to,
      dataDir,
      place,
      databases,
      make,
      hold: async () => async () => undefined,
      onProgress: () => undefined,
    });
  const killed = (to: StorageCopy['to'], dataDir: string, place: StorageCopy['place'], nth: number) =>
    spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', PROGRAM, dataDir, place.url, place.schema, to, String(nth)],
      { encoding: 'utf8' },
    );
  const isUsed = async (place: StorageCopy['place']) => {
    const moment = await momentOf(place, databases);
    await moment.close();
    return moment.isUsed;
  };

  it('into PostgreSQL is there as a whole, or not, at whichever moment the process is killed', async () => {
    const [dataDir, place] = [copied(), fresh()];
    const whole = killed('postgres', dataDir, fresh(), 0);
    const moments = Number(whole.stdout);
    expect(moments).toBeGreaterThan(100);
    for (const nth of [1, Math.floor(moments / 3), Math.floor(moments / 2), moments]) {
      expect(killed('postgres', dataDir, place, nth).signal).toBe('SIGKILL');
      expect(await isUsed(place)).toBe(false);
    }
    expect(await copy('postgres', dataDir, place)).toMatchObject({ isNew: true });
    // As where nobody saw its end.
    expect(await copy('postgres', dataDir, place)).toMatchObject({ isNew: false });
  });

  it('into files is there as a whole, or not, at whichever moment the process is killed', async () => {
    const place = fresh();
    await copy('postgres', copied(), place);
    const moments = Number(killed('sqlite', empty(), place, 0).stdout);
    const dataDir = empty();
    for (const nth of [1, Math.floor(moments / 2), moments]) {
      expect(killed('sqlite', dataDir, place, nth).signal).toBe('SIGKILL');
      // As an engine that starts then does.
      await placeFiles(dataDir);
      expect(here(dataDir)).toEqual([]);
    }
    expect(await copy('sqlite', dataDir, place)).toMatchObject({ isNew: true });
    expect(here(dataDir)).toEqual(files);
    expect(await copy('sqlite', dataDir, place)).toMatchObject({ isNew: false });
  });

  it.each([1, 3, 5])('of which %s files are in their places is whole at the next start', async (died) => {
    const place = fresh();
    await copy('postgres', copied(), place);
    const dataDir = empty();
    const moment = await momentOf(place, databases);
    await copyIntoFiles(databases, moment.sources, await beginFiles(dataDir), () => undefined);
    await moment.close();
    expect(here(dataDir)).toEqual([]);
    await keepFiles(dataDir);
    let moved = 0;
    const placing = placeFiles(dataDir, () => {
      moved += 1;
      if (moved === died) throw new Error('died');
    });
    await expect(placing).rejects.toThrow('died');
    expect(here(dataDir)).toHaveLength(died);
    await placeFiles(dataDir);
    expect(here(dataDir)).toEqual(files);
    expect(await copy('sqlite', dataDir, place)).toMatchObject({ isNew: false });
  });

  it('is refused where other data is, and changes nothing there', async () => {
    const place = fresh();
    await copy('postgres', copied(), place);
    const other = empty();
    fillFresh(other);
    for (const to of ['postgres', 'sqlite'] as const) {
      await expect(copy(to, other, place)).rejects.toMatchObject({ name: 'StorageNotEmpty' });
      expect(await copy(to, copied(), place)).toMatchObject({ isNew: false });
    }
  });

  it('is refused where there is nothing to copy, or an engine has the directory', async () => {
    const place = fresh();
    await expect(copy('sqlite', empty(), place)).rejects.toMatchObject({ name: 'SourceNotReady' });
    await expect(copy('postgres', empty(), place)).rejects.toMatchObject({ name: 'SourceNotReady' });
    const dataDir = copied();
    const lock = lockDirectory(join(dataDir, 'lock.db'));
    afterwards(() => lock.release());
    await expect(copy('postgres', dataDir, place)).rejects.toMatchObject({ name: 'DirectoryInUse' });
    expect(await isUsed(place)).toBe(false);
  });
});
