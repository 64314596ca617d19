import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import * as fs from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { systemDisk, type Disk } from '../../../src/adapters/out/files/disk.ts';
import { DiskWorkspace } from '../../../src/adapters/out/files/disk-workspace.ts';
import { temporaryPrefix } from '../../../src/core/files/path.ts';
import { isRefusal } from '../../../src/core/kernel/refusal.ts';
import { verifies } from '../../spec/verifies.ts';
import { askingDisk, everyFailurePoint, failure, withoutProc, type Ask } from './faulty-disk.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

const gate = new WriteGate();

const ways: readonly (readonly [string, Disk])[] = [
  ['by handles', systemDisk],
  ['by names, without /proc', withoutProc],
];
const isRoot = process.getuid?.() === 0;
const MOST = 1_000_000;
const SECRET = 'a secret outside';

/** Without following links. */
const namesBelow = async (folder: string) =>
  (await fs.readdir(folder, { recursive: true, withFileTypes: true })).map(({ parentPath, name }) =>
    join(parentPath, name),
  );

describe.each(ways)('reading, changing and listing on disk, %s', (_way, disk) => {
  let place: string, root: string, outside: string;

  beforeEach(async () => {
    place = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'disk-workspace-')));
    root = join(place, 'root');
    outside = join(place, 'root-evil');
    await fs.mkdir(root);
    await fs.mkdir(outside);
    await fs.writeFile(join(outside, 'canary'), SECRET);
  });
  afterEach(async () => {
    expect(await fs.readdir(outside)).toEqual(['canary']);
    expect(await fs.readFile(join(outside, 'canary'), 'utf8')).toBe(SECRET);
    await fs.rm(place, { recursive: true });
  });

  const over = (other: Disk = disk) => new DiskWorkspace({ gate, root, disk: other });
  /** The same disk, which asks before each call. */
  const asking = (ask: Ask): Disk =>
    askingDisk((call, path) => {
      if (disk !== systemDisk && path.startsWith('/proc/')) throw failure('ENOENT', call);
      ask(call, path);
    });
  const read = async (path: string, workspace = over()) =>
    Buffer.from(await workspace.read(path.split('/'), MOST)).toString();
  const append = (path: string, workspace = over()) =>
    workspace.change(path.split('/'), MOST, (content) => Buffer.concat([content, Buffer.from(' and more')]));
  const find = (path: string) => over().find(path.split('/'));
  const remove = (path: string) => over().remove(path.split('/'));
  const moveAway = (path: string) => over().rename(path.split('/'), ['moved']);
  const list = async (path = '', workspace = over()) =>
    (await workspace.list(path === '' ? [] : path.split('/'), { depth: 3, most: 500 })).entries.map(
      (entry) => `${entry.path.join('/')} ${entry.type}`,
    );

  async function refuses(path: string, code: string) {
    const before = await namesBelow(root);
    for (const act of [read, append, list, find, remove, moveAway])
      await expect(act(path)).rejects.toMatchObject({ name: 'Refusal', code });
    expect(await namesBelow(root)).toEqual(before);
  }

  describe('links', () => {
    it.each([
      ['to a folder outside', async () => fs.symlink(outside, join(root, 'link'))],
      ['to a folder outside, relative', async () => fs.symlink('../root-evil', join(root, 'link'))],
      [
        'to a folder inside',
        async () => {
          await fs.mkdir(join(root, 'real'));
          await fs.writeFile(join(root, 'real/canary'), '');
          await fs.symlink('real', join(root, 'link'));
        },
      ],
      [
        'in a chain',
        async () => {
          await fs.symlink(outside, join(root, 'first'));
          await fs.symlink('first', join(root, 'link'));
        },
      ],
      ['to the folder itself', async () => fs.symlink('.', join(root, 'link'))],
      ['to itself', async () => fs.symlink('link', join(root, 'link'))],
      ['that dangles', async () => fs.symlink(join(outside, 'nowhere'), join(root, 'link'))],
      ['to /proc', async () => fs.symlink('/proc/self', join(root, 'link'))],
    ])('%s are refused on the way and at the end, and only named in a list', async (_name, plant) => {
      await plant();
      for (const path of ['link/canary', 'link/environ', 'link/deeper/canary', 'link'])
        await refuses(path, 'outside_workspace');
      const listed = await list();
      expect(listed).toContain('link link');
      expect(listed.filter((line) => line.startsWith('link/'))).toEqual([]);
    });

    it('never let a rename lead or end outside', async () => {
      await fs.writeFile(join(root, 'real.txt'), 'old');
      await fs.symlink(outside, join(root, 'link'));
      await fs.symlink(join(outside, 'nowhere'), join(root, 'dangling'));
      const to = (path: string) => over().rename(['real.txt'], path.split('/'));
      for (const path of ['link/new.txt', 'link/canary', 'link/deeper/new.txt', 'dangling/new.txt'])
        await expect(to(path)).rejects.toMatchObject({ code: 'outside_workspace' });
      for (const path of ['link', 'dangling'])
        await expect(to(path)).rejects.toMatchObject({ code: 'file_exists' });
      expect(await fs.readFile(join(root, 'real.txt'), 'utf8')).toBe('old');
    });

    it('to a file outside or inside are refused', async () => {
      await fs.writeFile(join(root, 'real.txt'), 'old');
      await fs.symlink(join(outside, 'canary'), join(root, 'out.txt'));
      await fs.symlink('real.txt', join(root, 'in.txt'));
      await fs.symlink('/proc/self/environ', join(root, 'environ'));
      for (const path of ['out.txt', 'in.txt', 'environ']) await refuses(path, 'outside_workspace');
      expect(await fs.readFile(join(root, 'real.txt'), 'utf8')).toBe('old');
    });

    it('a change leaves the other names of a hard-linked file with the old content', async () => {
      await fs.link(join(outside, 'canary'), join(root, 'same.txt'));
      await append('same.txt');
      expect(await fs.readFile(join(root, 'same.txt'), 'utf8')).toBe(`${SECRET} and more`);
    });

    /** Before call number `at` of one operation, `sub` becomes a link to the outside. */
    async function withSwap(at: number, act: (workspace: DiskWorkspace) => Promise<unknown>) {
      await fs.rm(root, { recursive: true, force: true });
      await fs.mkdir(join(root, 'sub/more'), { recursive: true });
      await fs.writeFile(join(root, 'sub/canary'), 'inside');
      let calls = 0;
      const swapping = asking(() => {
        calls += 1;
        if (calls !== at) return;
        renameSync(join(root, 'sub'), join(root, 'sub.old'));
        symlinkSync(outside, join(root, 'sub'));
      });
      const outcome = await act(over(swapping)).catch((error: unknown) => error);
      return { calls, outcome };
    }

    verifies(
      'security.files',
      'show nothing from outside when a folder becomes one before any call',
      async () => {
        const acts = [
          (workspace: DiskWorkspace) => read('sub/canary', workspace),
          (workspace: DiskWorkspace) => list('sub', workspace),
          (workspace: DiskWorkspace) => list('', workspace),
        ];
        for (const act of acts) {
          let swapped = 0;
          for (let at = 1; ; at += 1) {
            const { calls, outcome } = await withSwap(at, act);
            if (calls < at) break;
            swapped += 1;
            expect(JSON.stringify(outcome)).not.toContain(SECRET);
            if (typeof outcome === 'string') expect(outcome).toBe('inside');
            else if (!Array.isArray(outcome)) expect([at, isRefusal(outcome)]).toEqual([at, true]);
          }
          expect(swapped).toBeGreaterThan(3);
        }
      },
    );

    verifies(
      'security.files',
      'put nothing outside when a folder becomes one before any call of a change',
      async () => {
        for (let at = 1; ; at += 1) {
          const { calls, outcome } = await withSwap(at, (workspace) => append('sub/canary', workspace));
          if (calls < at) break;
          // By names, an empty temporary file may appear outside (see NamedFolder), but never a byte of content.
          if (disk !== systemDisk)
            for (const name of await fs.readdir(outside))
              if (name.startsWith(temporaryPrefix) && (await fs.stat(join(outside, name))).size === 0)
                await fs.unlink(join(outside, name));
          expect([at, await fs.readdir(outside)]).toEqual([at, ['canary']]);
          expect(await fs.readFile(join(outside, 'canary'), 'utf8')).toBe(SECRET);
          if (outcome instanceof Error || isRefusal(outcome))
            expect([at, isRefusal(outcome)]).toEqual([at, true]);
        }
      },
    );

    if (disk === systemDisk)
      verifies(
        'security.files',
        'that are swapped in and out continuously show nothing from outside',
        async () => {
          const turns = new Int32Array(new SharedArrayBuffer(4));
          const swapper = new Worker(swapping, { eval: true, workerData: { root, outside, turns } });
          const met = { inside: 0, refused: 0, missed: 0 };
          try {
            while (Atomics.load(turns, 0) === 0) await new Promise((go) => setImmediate(go));
            for (
              let count = 0;
              count < 300 || ((met.inside < 20 || met.refused < 20) && count < 10_000);
              count += 1
            ) {
              const path = ['sub/canary', 'leaf'][count % 2] ?? '';
              const act = count % 3 === 0 ? list(count % 2 === 0 ? 'sub' : '') : read(path);
              const outcome: unknown = await act.catch((error: unknown) => error);
              if (isRefusal(outcome)) met[outcome.code === 'file_not_found' ? 'missed' : 'refused'] += 1;
              else if (outcome === 'inside' || Array.isArray(outcome)) met.inside += 1;
              else throw outcome;
              if (Array.isArray(outcome))
                expect(outcome.filter((line: string) => line.startsWith('sub/')).length).toBeLessThan(2);
            }
          } finally {
            await swapper.terminate();
          }
          expect(Math.min(met.inside, met.refused)).toBeGreaterThan(10);
        },
      );
  });

  describe('a path that is not a file', () => {
    verifies('security.files', 'a FIFO, a socket or a device is refused at once', async () => {
      execFileSync('mkfifo', [join(root, 'fifo')]);
      const server = createServer();
      await new Promise<void>((done) => server.listen(join(root, 'socket'), done));
      if (isRoot) execFileSync('mknod', [join(root, 'zero'), 'c', '1', '5']);
      for (const name of ['fifo', 'socket', ...(isRoot ? ['zero'] : [])]) {
        await refuses(name, 'not_a_file');
        await refuses(`${name}/below`, 'not_a_file');
        expect(await list()).toContain(`${name} other`);
      }
      await new Promise((done) => server.close(done));
    });

    it('a FIFO that replaces a file right before it is opened does not block', async () => {
      await fs.writeFile(join(root, 'a.txt'), 'old');
      const planting = asking((call, path) => {
        if (call !== 'open' || !path.endsWith('a.txt')) return;
        rmSync(join(root, 'a.txt'));
        execFileSync('mkfifo', [join(root, 'a.txt')]);
      });
      await expect(read('a.txt', over(planting))).rejects.toMatchObject({ code: 'not_a_file' });
    });
  });

  verifies(
    'files.read',
    'size and content come from one handle, whatever takes the name meanwhile',
    async () => {
      await fs.writeFile(join(root, 'a.txt'), 'the old one');
      const planting = asking((call, path) => {
        if (call !== 'file.read' || !path.endsWith('a.txt')) return;
        writeFileSync(join(root, 'new.txt'), 'a new file, and a much longer one');
        renameSync(join(root, 'new.txt'), join(root, 'a.txt'));
      });
      expect(await read('a.txt', over(planting))).toBe('the old one');
    },
  );

  it('a file that grows while it is read is read to its end, or refused beyond the limit', async () => {
    await fs.writeFile(join(root, 'a.txt'), 'x'.repeat(10));
    const growing = (by: number) => {
      let left = 5;
      return asking((call, path) => {
        if (call === 'file.read' && path.endsWith('a.txt') && (left -= 1) > 0)
          appendFileSync(join(root, 'a.txt'), 'y'.repeat(by));
      });
    };
    expect((await over(growing(1)).read(['a.txt'], 100_000)).length).toBe(14);
    await fs.writeFile(join(root, 'a.txt'), 'x'.repeat(10));
    await expect(over(growing(3_000)).read(['a.txt'], 10_000)).rejects.toMatchObject({
      code: 'file_too_large',
    });
  });

  describe('a file that another program changes during an edit', () => {
    const touches: Readonly<Record<string, (path: string) => void>> = {
      'written to': (path) => writeFileSync(path, 'theirs'),
      'written to with the same size': (path) => writeFileSync(path, 'OLD'),
      'with the same size and its old times back': (path) => {
        writeFileSync(path, 'OLD');
        utimesSync(path, 1, 1);
      },
      'appended to': (path) => appendFileSync(path, '+'),
      replaced: (path) => {
        writeFileSync(`${path}.new`, 'old');
        utimesSync(`${path}.new`, 1, 1);
        renameSync(`${path}.new`, path);
      },
      removed: (path) => rmSync(path),
      'given another mode': (path) => chmodSync(path, 0o604),
    };

    verifies('files.edit.atomic', 'is not overwritten, and nothing is left behind', async () => {
      for (const [what, touch] of Object.entries(touches))
        for (const when of ['file.read', 'file.writeFile', 'rename']) {
          const path = join(root, 'a.txt');
          rmSync(path, { force: true });
          writeFileSync(path, 'old');
          utimesSync(path, 1, 1);
          let isDone = false;
          const touching = asking((call, at) => {
            // Before the last check, right before the rename.
            const isNow =
              when === 'rename' ? call === 'lstat' && isDone === false && sawWrite : call === when;
            if (call === 'file.writeFile') sawWrite = true;
            if (!isNow || isDone || (when === 'file.read' && !at.endsWith('a.txt'))) return;
            isDone = true;
            touch(path);
          });
          let sawWrite = false;
          const outcome: unknown = await append('a.txt', over(touching)).catch((error: unknown) => error);
          expect([what, when, isDone, isRefusal(outcome) && outcome.code]).toEqual([
            what,
            when,
            true,
            'file_changed',
          ]);
          expect(await fs.readdir(root)).toEqual(what === 'removed' ? [] : ['a.txt']);
          if (what !== 'removed') expect(await fs.readFile(path, 'utf8')).not.toContain('and more');
        }
    });
  });

  it('is not overwritten even when its times did not change', async () => {
    await fs.writeFile(join(root, 'a.txt'), 'old');
    const stats = await fs.stat(join(root, 'a.txt'), { bigint: true });
    const touching = asking((call) => {
      if (call === 'file.writeFile') writeFileSync(join(root, 'a.txt'), 'OLD');
    });
    const coarse: Disk = {
      ...touching,
      lstat: (async (path: string, options?: { bigint: boolean }) =>
        options && path.endsWith('a.txt') ? stats : await touching.lstat(path, options)) as Disk['lstat'],
    };
    await expect(append('a.txt', over(coarse))).rejects.toMatchObject({ code: 'file_changed' });
    expect(await fs.readFile(join(root, 'a.txt'), 'utf8')).toBe('OLD');
  });

  describe('modes and owners', () => {
    verifies('files.edit', 'a change keeps the mode and the owner', async () => {
      const path = join(root, 'a.txt');
      for (const mode of [0o644, 0o755, 0o660, 0o600]) {
        await fs.writeFile(path, 'old');
        await fs.chmod(path, mode);
        if (isRoot) await fs.chown(path, 12_345, 12_346);
        await append('a.txt');
        const stats = await fs.stat(path);
        expect(stats.mode & 0o7777).toBe(mode);
        if (isRoot) expect([stats.uid, stats.gid]).toEqual([12_345, 12_346]);
      }
    });

    it('a file without read permission is refused', async () => {
      await fs.writeFile(join(root, 'a.txt'), 'old');
      for (const code of ['EACCES', 'EPERM']) {
        const locked = asking((call, path) => {
          if (call === 'open' && path.endsWith('a.txt')) throw failure(code, call);
        });
        await expect(read('a.txt', over(locked))).rejects.toMatchObject({
          name: 'Refusal',
          code: 'not_permitted',
        });
      }
    });
  });

  describe('a list', () => {
    verifies('files.list', 'omits unfinished writes and names special files', async () => {
      await fs.mkdir(join(root, 'sub'));
      for (const name of [
        `${temporaryPrefix}1`,
        `sub/${temporaryPrefix}2`,
        '.SVC-TMP-3',
        '.hidden',
        'two\nlines',
      ])
        await fs.writeFile(join(root, name), '');
      expect(await list()).toEqual(['.hidden file', 'sub folder', 'two\nlines file']);
    });

    it('continues when a folder is unreadable or gone, and only names it', async () => {
      await fs.mkdir(join(root, 'locked/in'), { recursive: true });
      await fs.writeFile(join(root, 'z.txt'), '');
      for (const code of ['EACCES', 'ENOENT']) {
        const locked = asking((call, path) => {
          if (['open', 'realpath'].includes(call) && path.endsWith('locked')) throw failure(code, call);
        });
        expect(await list('', over(locked))).toEqual(['locked folder', 'z.txt file']);
      }
    });

    verifies('files.list', 'of a folder with very many names says that it is incomplete', async () => {
      let read = 0;
      const names = asking((call) => {
        if (call === 'lstat') read += 1;
      });
      const many: Disk = {
        ...names,
        opendir: (async () =>
          (async function* () {
            for (let count = 0; ; count += 1) yield { name: `name ${count}` };
          })()) as unknown as Disk['opendir'],
        lstat: (async (path: string) => {
          read += 1;
          return await fs.lstat(path.includes('name ') ? join(outside, 'canary') : path);
        }) as unknown as Disk['lstat'],
      };
      const { entries, isAll } = await over(many).list([], { depth: 1, most: 500 });
      expect([entries.length, isAll]).toEqual([500, false]);
      expect(read).toBeLessThan(520);
    });

    it('of a missing workspace creates nothing', async () => {
      await fs.rmdir(root);
      expect(await list()).toEqual([]);
      await expect(read('a.txt')).rejects.toMatchObject({ code: 'file_not_found' });
      await expect(append('a.txt')).rejects.toMatchObject({ code: 'file_not_found' });
      await expect(fs.stat(root)).rejects.toMatchObject({ code: 'ENOENT' });
    });
  });

  describe('when the disk fails', () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'EIO', 'EACCES'])
      verifies(
        'files.edit.atomic',
        `${code} at any call of a change (${disk === systemDisk ? 'by handles' : 'by names'}): old content or new, no temporary file`,
        async () => {
          const points = await everyFailurePoint(code, disk === systemDisk, async (faulty, failed) => {
            await fs.rm(root, { recursive: true, force: true });
            await fs.mkdir(join(root, 'a'), { recursive: true });
            await fs.writeFile(join(root, 'a/b.txt'), 'old');
            const outcome: unknown = await append('a/b.txt', over(faulty)).catch((error: unknown) => error);
            const content = await fs.readFile(join(root, 'a/b.txt'), 'utf8');
            if (outcome === undefined) expect(content).toBe('old and more');
            else {
              expect(content).toBe(failed()?.wasRenamed === true ? 'old and more' : 'old');
              if (code === 'ENOSPC' || code === 'EDQUOT')
                expect(outcome).toMatchObject({ name: 'Refusal', code: 'disk_full' });
            }
            expect(await fs.readdir(join(root, 'a'))).toEqual(['b.txt']);
          });
          expect(points).toEqual(
            expect.arrayContaining([
              'open',
              'lstat',
              'file.stat',
              'file.read',
              'file.writeFile',
              'file.sync',
              'rename',
            ]),
          );
        },
      );

    it('leaves no file handle open', async () => {
      const open = async () => (await fs.readdir('/proc/self/fd')).length;
      await fs.mkdir(join(root, 'a/b'), { recursive: true });
      await fs.writeFile(join(root, 'a/b/c.txt'), 'old');
      await fs.symlink('/etc', join(root, 'a/link'));
      const before = await open();
      for (let turn = 0; turn < 20; turn += 1) {
        for (const path of ['a/b/c.txt', 'a/b', 'a/link', 'a/b/none', 'a/b/c.txt/d', 'x/y'])
          for (const act of [read, append, list]) await act(path).catch(() => undefined);
        await list();
        await over()
          .read(['a', 'b', 'c.txt'], 1)
          .catch(() => undefined);
      }
      expect(await open()).toBeLessThan(before + 10);
    });
  });
});

/** A folder and a file, each alternately real and a link to the outside. */
const swapping = `
  const fs = require('node:fs');
  const { join } = require('node:path');
  const { root, outside, turns } = require('node:worker_threads').workerData;
  const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random());
  const link = (path, to) => {
    try { fs.renameSync(path, path + '.old'); } catch {}
    try { fs.symlinkSync(to, path); } catch {}
  };
  const real = (path) => {
    try { fs.unlinkSync(path); fs.renameSync(path + '.old', path); } catch {}
  };
  const places = [[join(root, 'sub'), outside], [join(root, 'leaf'), join(outside, 'canary')]];
  fs.mkdirSync(places[0][0]);
  fs.writeFileSync(join(root, 'sub', 'canary'), 'inside');
  fs.writeFileSync(join(root, 'leaf'), 'inside');
  for (;;) {
    for (const [path, to] of places) link(path, to);
    pause();
    for (const [path] of places) real(path);
    pause();
    Atomics.add(turns, 0, 1);
  }`;
