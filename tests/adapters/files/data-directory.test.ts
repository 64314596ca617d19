import { execFileSync, spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { overlap } from '../../../src/adapters/out/files/folder-overlap.ts';
import { DataDirectory } from '../../../src/adapters/out/files/data-directory.ts';
import { DiskWorkspace } from '../../../src/adapters/out/files/disk-workspace.ts';
import { temporaryPrefix } from '../../../src/core/workspace/files/path.ts';
import { lockDirectory } from '../../../src/adapters/out/sqlite/instance-lock.ts';
import { verifies } from '../../spec/verifies.ts';
import { withoutProc } from './faulty-disk.ts';
import { systemDisk, type Disk } from '../../../src/adapters/out/files/disk.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

const gate = new WriteGate();

let place: string, dataDir: string;
beforeEach(async () => {
  place = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'data-directory-')));
  dataDir = join(place, 'data');
  mkdirSync(join(dataDir, 'apis'), { recursive: true });
  mkdirSync(join(dataDir, 'workspace'));
  writeFileSync(join(dataDir, 'vault.key'), 'key');
  writeFileSync(join(dataDir, 'apis', 'shop.json'), '{}');
});
afterEach(() => fs.rm(place, { recursive: true }));

const bytes = new TextEncoder().encode('theirs');
const OUTSIDE = { code: 'outside_workspace' };

/** Every operation on a path; each is refused. */
async function expectUnreachable(workspace: DiskWorkspace, path: readonly string[]): Promise<void> {
  const at = path.join('/');
  for (const [name, act] of [
    ['read', () => workspace.read(path, 1_000_000)],
    ['find', () => workspace.find(path)],
    ['contentId', () => workspace.contentId(path)],
    ['write', () => workspace.write(path, bytes)],
    ['change', () => workspace.change(path, 1_000_000, () => bytes)],
    ['remove', () => workspace.remove(path)],
    ['rename', () => workspace.rename(path, ['taken.txt'])],
  ] as const)
    expect([
      at,
      name,
      await act().then(
        () => 'reached',
        (error: unknown) => error,
      ),
    ]).toEqual([at, name, expect.objectContaining(OUTSIDE)]);
}

for (const [way, disk] of [
  ['by handles', systemDisk],
  ['by names, without /proc', withoutProc],
] as const)
  describe(`the workspace does not reach the data directory, ${way}`, () => {
    verifies('security.workspace-apart', 'by a hard link, and the file stays unchanged', async () => {
      const root = join(place, 'work');
      mkdirSync(root);
      linkSync(join(dataDir, 'vault.key'), join(root, 'notes.txt'));
      linkSync(join(dataDir, 'apis', 'shop.json'), join(root, 'shop.txt'));
      linkSync(join(root, 'notes.txt'), join(place, 'other'));
      writeFileSync(join(root, 'own.txt'), 'own');
      linkSync(join(root, 'own.txt'), join(place, 'own-elsewhere'));
      const workspace = new DiskWorkspace({ gate, root, dataDir, disk });
      await expectUnreachable(workspace, ['notes.txt']);
      await expectUnreachable(workspace, ['shop.txt']);
      expect(await fs.readFile(join(dataDir, 'vault.key'), 'utf8')).toBe('key');
      // A hard link to anything else is an ordinary file.
      await workspace.write(['own.txt'], bytes);
      const { entries } = await workspace.list([], { depth: 1, most: 10 });
      expect(entries.map(({ path }) => path.join('/'))).toEqual(['notes.txt', 'own.txt', 'shop.txt']);
    });

    verifies('security.workspace-apart', 'by its own path, after it was moved there', async () => {
      const root = join(place, 'work');
      mkdirSync(root);
      const workspace = new DiskWorkspace({ gate, root, dataDir, disk });
      await workspace.write(['a.txt'], bytes);
      renameSync(dataDir, join(root, 'moved'));
      await expectUnreachable(workspace, ['moved', 'vault.key']);
      await expectUnreachable(workspace, ['moved', 'apis', 'shop.json']);
      await expect(workspace.write(['moved', 'new.json'], bytes)).rejects.toMatchObject(OUTSIDE);
      const { entries } = await workspace.list([], { depth: 3, most: 10 });
      expect(entries.map(({ path }) => path.join('/'))).toEqual(['a.txt', 'moved']);
      await expect(workspace.list(['moved'], { depth: 1, most: 10 })).rejects.toMatchObject(OUTSIDE);
    });

    test('and a workspace inside it is still reachable', async () => {
      const workspace = new DiskWorkspace({ gate, root: join(dataDir, 'workspace'), dataDir, disk });
      await workspace.write(['a', 'b.txt'], bytes);
      await workspace.rename(['a', 'b.txt'], ['c.txt']);
      expect(await workspace.read(['c.txt'], 100)).toEqual(new Uint8Array(bytes));
    });
  });

test('files are told apart by all digits of their numbers, of which some file systems have more than a double', async () => {
  const key = join(dataDir, 'vault.key');
  const ino = 2n ** 53n + 1n;
  const numbered = {
    ...systemDisk,
    lstat: async (path: string, options?: { readonly bigint?: boolean }) => {
      const stats = await systemDisk.lstat(path, options);
      return path === key ? Object.assign(stats, { ino: options?.bigint ? ino : Number(ino) }) : stats;
    },
  } as Disk;
  const known = new DataDirectory(dataDir, numbered);
  const stats = await fs.lstat(key, { bigint: true });
  await expect(known.confirmOutside(Object.assign(stats, { ino }))).rejects.toMatchObject(OUTSIDE);
  await known.confirmOutside(Object.assign(stats, { ino: ino - 1n }));
});

const canMount =
  process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true'], { stdio: 'ignore' }).status === 0;

// Mounts need root and their own namespace; this test is skipped elsewhere.
if (canMount)
  verifies(
    'security.workspace-apart',
    'nor by a bind mount of it, of a folder in it, or of one of its files',
    () => {
      const root = join(place, 'work');
      for (const folder of ['whole', 'apis']) mkdirSync(join(root, folder), { recursive: true });
      writeFileSync(join(root, 'key'), '');
      const module = (path: string) => JSON.stringify(new URL(`../../../src/${path}`, import.meta.url).href);
      const script = `
      import { DiskWorkspace } from ${module('adapters/out/files/disk-workspace.ts')};
      import { WriteGate } from ${module('core/kernel/write-gate.ts')};
      const workspace = new DiskWorkspace({ ...${JSON.stringify({ root, dataDir })}, gate: new WriteGate() });
      for (const path of [['whole', 'vault.key'], ['apis', 'shop.json'], ['key']])
        for (const act of ['read', 'remove'])
          console.log(await workspace[act](path, 100).then(() => 'reached', ({ code }) => code));`;
      const mounts = [
        `mount --bind ${dataDir} ${root}/whole`,
        `mount --bind ${dataDir}/apis ${root}/apis`,
        `mount --bind ${dataDir}/vault.key ${root}/key`,
      ];
      const command = [...mounts, 'exec node --disable-warning=ExperimentalWarning --input-type=module'].join(
        ' && ',
      );
      const said = execFileSync('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', command], {
        input: script,
        encoding: 'utf8',
      });
      expect(said.trim().split('\n')).toEqual(Array.from({ length: 6 }, () => 'outside_workspace'));
    },
  );

test('the lock holds after its file was accessed by another name', async () => {
  const root = join(place, 'work');
  mkdirSync(root);
  const lock = lockDirectory(join(dataDir, 'lock.db'));
  linkSync(join(dataDir, 'lock.db'), join(root, 'lock.txt'));
  await expectUnreachable(new DiskWorkspace({ gate, root, dataDir }), ['lock.txt']);
  const module = new URL('../../../src/adapters/out/sqlite/instance-lock.ts', import.meta.url);
  const script = `import { lockDirectory } from ${JSON.stringify(module.href)};
    try { lockDirectory(${JSON.stringify(join(dataDir, 'lock.db'))}); console.log('taken'); }
    catch (error) { console.log(error.name); }`;
  const said = execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module'],
    {
      input: script,
      encoding: 'utf8',
    },
  );
  expect(said.trim()).toBe('DirectoryInUse');
  lock.release();
});

describe('overlapping folders are refused', () => {
  verifies(
    'security.workspace-apart',
    'where one contains the other, by real path; except the default',
    () => {
      const outside = join(place, 'work');
      mkdirSync(outside);
      symlinkSync(place, join(place, 'link'));
      symlinkSync(dataDir, join(outside, 'to-data'));
      for (const [workspace, how] of [
        [join(dataDir, 'workspace'), null],
        [join(place, 'link', 'data', 'workspace'), null],
        [outside, null],
        [join(outside, 'not', 'there'), null],
        [dataDir, 'same'],
        [join(outside, 'to-data'), 'same'],
        [place, 'in-workspace'],
        [join(place, 'link'), 'in-workspace'],
        ['/', 'in-workspace'],
        [join(dataDir, 'apis'), 'in-data'],
        [join(dataDir, 'not-there'), 'in-data'],
        [join(outside, 'to-data', 'apis'), 'in-data'],
        [join(dataDir, 'workspace', 'below'), 'in-data'],
      ] as const)
        expect([workspace, overlap(dataDir, workspace)]).toEqual([workspace, how]);
    },
  );

  test('also where the default workspace is a link to a folder that contains the data directory', async () => {
    await fs.rm(join(dataDir, 'workspace'), { recursive: true });
    symlinkSync(place, join(dataDir, 'workspace'));
    expect(overlap(dataDir, join(dataDir, 'workspace'))).toBe('in-workspace');
  });
});

test('unfinished writes of a killed engine beside pending files are removed, and those of other engines are kept', async () => {
  const root = join(place, 'work');
  mkdirSync(join(root, 'a'), { recursive: true });
  const disk = {
    ...systemDisk,
    rename: () => Promise.reject(new Error('killed')),
    unlink: async () => undefined,
  };
  await expect(
    new DiskWorkspace({ gate, root, dataDir, disk }).write(['a', 'b.txt'], bytes),
  ).rejects.toThrow();
  const theirs = join(root, 'a', `${temporaryPrefix}other-0123456789abcdef`);
  writeFileSync(theirs, 'of another engine');
  expect(await fs.readdir(join(root, 'a'))).toHaveLength(2);
  const workspace = new DiskWorkspace({ gate, root, dataDir });
  await workspace.sweepBeside([
    ['a', 'b.txt'],
    ['gone', 'c.txt'],
    ['a', 'b.txt', 'd.txt'],
  ]);
  expect(await fs.readdir(join(root, 'a'))).toEqual([`${temporaryPrefix}other-0123456789abcdef`]);
});
