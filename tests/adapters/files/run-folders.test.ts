import * as promises from 'node:fs/promises';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Disk } from '../../../src/adapters/out/files/disk.ts';
import { DiskRunFolders } from '../../../src/adapters/out/files/disk-run-folders.ts';
import { runId } from '../../../src/core/kernel/ids.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { verifies } from '../../spec/verifies.ts';

let place: string;
let root: string;
let temporaryDir: string;
let log: RecordingLog;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'svc-test-'));
  root = join(place, 'svc-files');
  temporaryDir = join(place, 'tmp');
  mkdirSync(temporaryDir);
  log = new RecordingLog();
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const MARK = 'aaaaaaaaaaaa';
const ID = runId('01900000-0000-7000-8000-000000000001');
const folders = (disk?: Partial<Disk>) => engineOf(MARK, disk);
const engineOf = (mark: string, disk?: Partial<Disk>) =>
  new DiskRunFolders({
    root,
    temporaryDir,
    mark: async () => mark,
    knownMark: async () => mark,
    log,
    ...(disk ? { disk: { ...promises, ...disk } } : {}),
  });
const bytes = (text: string) => new TextEncoder().encode(text);
const one = [{ name: 'a.bin', bytes: bytes('alpha') }];
const modeOf = (path: string) => (lstatSync(path).mode & 0o7777).toString(8);
const read = async (from: DiskRunFolders, folder: string, name: string) =>
  Buffer.from(await from.read(folder, name, 100)).toString();

/** A disk on which the folder of this name belongs to another user. */
const ofAnother = (name: string): Partial<Disk> => ({
  open: async (...given) => {
    const handle = await promises.open(...given);
    if (String(given[0]).endsWith(name)) {
      const stat = handle.stat.bind(handle);
      const asOther = async (options?: { bigint?: boolean }) =>
        Object.assign(await stat(options as never), options?.bigint ? {} : { uid: 54_321 });
      Object.assign(handle, { stat: asOther });
    }
    return handle;
  },
});

describe('a folder for a run', () => {
  verifies('security.temporary-files', 'is 0700 in a root that is 0700, and its files are 0600', async () => {
    const folder = await folders().write(ID, one);
    expect(folder).toBe(join(root, ID));
    expect([root, folder, join(folder, 'a.bin')].map(modeOf)).toEqual(['700', '700', '600']);
    expect(await read(folders(), folder, 'a.bin')).toBe('alpha');
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });

  verifies('security.temporary-files', 'makes a root of ours private that had a wider mode', async () => {
    mkdirSync(root);
    chmodSync(root, 0o777);
    expect(await folders().write(ID, one)).toBe(join(root, ID));
    expect(modeOf(root)).toBe('700');
  });

  verifies(
    'security.temporary-files',
    'lies in a new private folder where the usual one is a link, a file or of another user; nothing is written there',
    async () => {
      const elsewhere = join(place, 'elsewhere');
      mkdirSync(elsewhere);
      const traps: readonly [() => void, Partial<Disk>?][] = [
        [() => symlinkSync(elsewhere, root)],
        [() => writeFileSync(root, 'in the way')],
        [() => mkdirSync(root, 0o777), ofAnother('svc-files')],
      ];
      for (const [prepare, disk] of traps) {
        rmSync(root, { recursive: true, force: true });
        prepare();
        const made = folders(disk);
        const folder = await made.write(ID, one);
        expect(folder.startsWith(join(temporaryDir, 'svc-files-'))).toBe(true);
        expect([join(folder, '..'), folder].map(modeOf)).toEqual(['700', '700']);
        expect(await read(made, folder, 'a.bin')).toBe('alpha');
        // A later engine finds it by its path.
        expect(await read(folders(), folder, 'a.bin')).toBe('alpha');
        expect(readdirSync(elsewhere)).toEqual([]);
        expect(await made.left()).toEqual([{ runId: ID, folder, isOwn: true }]);
        await made.remove(folder);
        expect([existsSync(folder), await made.left()]).toEqual([false, []]);
        await folders().removeEmptyPlaces();
        expect(readdirSync(temporaryDir)).toEqual([]);
      }
      expect(log.lines.filter(({ level }) => level === 'warn').length).toBeGreaterThanOrEqual(3);
    },
  );

  verifies(
    'security.temporary-files',
    'must be new: what lies under its name is not touched, and nothing is left',
    async () => {
      mkdirSync(join(root, ID), { recursive: true });
      writeFileSync(join(root, ID, 'planted'), 'x');
      await expect(folders().write(ID, one)).rejects.toMatchObject({ code: 'files_folder_unusable' });
      expect(readFileSync(join(root, ID, 'planted'), 'utf8')).toBe('x');
    },
  );

  test('a write that fails leaves nothing', async () => {
    const full: Partial<Disk> = {
      rename: async () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    };
    await expect(folders(full).write(ID, one)).rejects.toMatchObject({ code: 'disk_full' });
    expect(readdirSync(root)).toEqual([]);
  });

  test('no folder at all is a refusal', async () => {
    rmSync(temporaryDir, { recursive: true });
    writeFileSync(root, 'in the way');
    await expect(folders().write(ID, one)).rejects.toMatchObject({ code: 'files_folder_unusable' });
  });
});

describe('reading', () => {
  test('no link, folder or missing file is read', async () => {
    const made = folders();
    const folder = await made.write(ID, one);
    symlinkSync(join(folder, 'a.bin'), join(folder, 'link'));
    mkdirSync(join(folder, 'deep'));
    const codeOf = (name: string) => expect(made.read(folder, name, 100)).rejects;
    await codeOf('link').toMatchObject({ code: 'outside_workspace' });
    await codeOf('deep').toMatchObject({ code: 'not_a_file' });
    await codeOf('none').toMatchObject({ code: 'file_not_found' });
    await expect(made.read(folder, 'a.bin', 4)).rejects.toMatchObject({ code: 'file_too_large' });
    await expect(folders(ofAnother('svc-files')).read(folder, 'a.bin', 100)).rejects.toMatchObject({
      code: 'outside_workspace',
    });
  });

  test.each([
    ['/f/a.bin', 'a.bin'],
    ['/f/..', null],
    ['/f/', null],
    ['/f', null],
    ['/f/a/b', null],
    ['/f/../f/a.bin', null],
    ['/f/a\0', null],
    ['/f/.svc-tmp-1', null],
    ['/ff/a.bin', null],
    ['a.bin', null],
  ])('%j names %j in /f', (path, name) => {
    expect(folders().nameIn('/f', path)).toBe(name);
  });
});

verifies('rows.paths', 'a place in a row is one of ours by its name, or none', () => {
  const { folderOf, placeOf } = ((made) => ({
    folderOf: (id: string, name: string) => made.folderOf(runId(id), name),
    placeOf: (folder: string) => made.placeOf(folder),
  }))(folders());
  for (const [name, folder] of [
    ['svc-files', join(root, ID)],
    ['svc-files-aaaaaaaaaaaa-Ab3_x9', join(temporaryDir, 'svc-files-aaaaaaaaaaaa-Ab3_x9', ID)],
  ] as const) {
    expect(folderOf(ID, name)).toBe(folder);
    expect(placeOf(folder)).toBe(name);
  }
  for (const name of [
    '',
    '.',
    '..',
    '/etc',
    root,
    'svc-files/..',
    'svc-files-aaaaaaaaaaaa-/../../..',
    'svc-files-x',
  ])
    expect([name, folderOf(ID, name)]).toEqual([name, null]);
  for (const id of ['..', '', `../${ID}`, `${ID}/..`])
    expect([id, folderOf(id, 'svc-files')]).toEqual([id, null]);
});

test('only folders of runs are listed as left, with those of this engine marked; removing them may be repeated', async () => {
  const made = folders();
  expect(await made.left()).toEqual([]);
  const folder = await made.write(ID, one);
  writeFileSync(join(root, 'other'), 'x');
  expect(await folders().left()).toEqual([{ runId: ID, folder, isOwn: true }]);
  expect(await engineOf('bbbbbbbbbbbb').left()).toEqual([{ runId: ID, folder, isOwn: false }]);
  await made.remove(folder);
  await made.remove(folder);
  expect([await made.left(), readdirSync(root)]).toEqual([[], ['other']]);
  expect(log.lines).toEqual([]);
});

test.each([
  ['before its folder is there', 'mkdir'],
  ['while its files are written', 'rename'],
])('a start that is killed %s is known as its engine’s own, and can be removed', async (_when, call) => {
  mkdirSync(root, { mode: 0o700 });
  // From this call on nothing reaches the disk any more.
  let isDead = false;
  const dying = (name: keyof Disk) => {
    const real = promises[name] as (...given: unknown[]) => Promise<unknown>;
    return async (...given: unknown[]) => {
      isDead ||= name === call && given[0] !== root;
      if (isDead) throw new Error('killed');
      return await real(...given);
    };
  };
  const names = ['mkdir', 'open', 'rename', 'rmdir', 'unlink'] as const;
  const killed = folders(Object.fromEntries(names.map((name) => [name, dying(name)])));
  await killed.write(ID, one).catch(() => undefined);
  expect(isDead).toBe(true);
  const folder = join(root, ID);
  expect(await folders().left()).toEqual([{ runId: ID, folder, isOwn: true }]);
  await folders().remove(folder);
  expect(readdirSync(root)).toEqual([]);
});

test('a folder that replaces the usual one is found again, and removed once it is empty', async () => {
  symlinkSync(place, root);
  const made = folders();
  const folder = await made.write(ID, one);
  mkdirSync(join(temporaryDir, 'svc-files-bbbbbbbbbbbb-123456'));
  mkdirSync(join(temporaryDir, 'svc-files-aaaaaaaaaaaa-123456'));
  const later = folders();
  expect(await later.left()).toEqual([{ runId: ID, folder, isOwn: true }]);
  await made.removeEmptyPlaces();
  expect(existsSync(folder)).toBe(true);
  await later.remove(folder);
  await later.removeEmptyPlaces();
  expect(readdirSync(temporaryDir)).toEqual(['svc-files-bbbbbbbbbbbb-123456']);
  expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
});

test('a folder for temporary files that cannot be listed keeps no engine from starting', async () => {
  rmSync(temporaryDir, { recursive: true });
  const made = folders();
  const folder = await made.write(ID, one);
  expect(await made.left()).toEqual([{ runId: ID, folder, isOwn: true }]);
  await made.removeEmptyPlaces();
  // Where there is none, nothing was left in it.
  expect(log.events('warn')).toEqual([]);
  writeFileSync(temporaryDir, 'no folder');
  await made.removeEmptyPlaces();
  expect(log.events('warn')).toContain('a folder for temporary files cannot be listed');
});
