import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import * as fs from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { systemDisk, type Disk } from '../../../src/adapters/out/files/disk.ts';
import { DiskWorkspace } from '../../../src/adapters/out/files/disk-workspace.ts';
import { temporaryPrefix } from '../../../src/core/files/path.ts';
import { isRefusal } from '../../../src/core/kernel/refusal.ts';
import { workspaceContract } from '../../ports/workspace.contract.ts';
import { askingDisk, everyFailurePoint, failure, withoutProc } from './faulty-disk.ts';
import { verifies } from '../../spec/verifies.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

const gate = new WriteGate();

const ways: readonly (readonly [string, Disk])[] = [
  ['by handles', systemDisk],
  ['by names, without /proc', withoutProc],
];

const bytes = (text: string) => new TextEncoder().encode(text);
const isRoot = process.getuid?.() === 0;

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** A place with a root, and a sibling folder whose name begins like the root's. */
async function makePlace() {
  const place = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'disk-workspace-')));
  const root = join(place, 'root');
  const outside = join(place, 'root-evil');
  await fs.mkdir(outside);
  await fs.writeFile(join(outside, 'canary'), 'untouched');
  return { place, root, outside };
}

for (const [way, disk] of ways) {
  workspaceContract(`disk, ${way}`, async () => {
    const { place, root } = await makePlace();
    return {
      workspace: new DiskWorkspace({ gate, root, disk }),
      read: (path) => fs.readFile(join(root, ...path)).catch(() => undefined),
      files: () => filesBelow(root),
      modeOf: async (path) => (await fs.lstat(join(root, ...path))).mode & 0o777,
      touch: (path, content) => fs.writeFile(join(root, ...path), content),
      close: () => fs.rm(place, { recursive: true }),
    };
  });
}

describe.each(ways)('the workspace on disk, %s', (_way, disk) => {
  let place: string, root: string, outside: string;
  let workspace: DiskWorkspace;

  beforeEach(async () => {
    ({ place, root, outside } = await makePlace());
    await fs.mkdir(root);
    workspace = new DiskWorkspace({ gate, root, disk });
  });
  afterEach(async () => {
    expect(await filesBelow(outside)).toEqual(['canary']);
    expect(await fs.readdir(outside)).toEqual(['canary']);
    expect(await fs.readFile(join(outside, 'canary'), 'utf8')).toBe('untouched');
    await fs.rm(place, { recursive: true });
  });

  const write = (path: string, content = 'new', into = workspace) =>
    into.write(path.split('/'), bytes(content));
  const refuses = async (path: string, code: string) => {
    const before = await filesBelow(root);
    await expect(write(path)).rejects.toMatchObject({ name: 'Refusal', code });
    expect(await filesBelow(root)).toEqual(before);
  };
  const modeOf = async (path: string) => (await fs.lstat(path)).mode & 0o7777;

  describe('links', () => {
    it.each([
      ['to a folder outside', async () => fs.symlink(outside, join(root, 'link'))],
      ['to a folder outside, relative', async () => fs.symlink('../root-evil', join(root, 'link'))],
      [
        'to a folder inside',
        async () => {
          await fs.mkdir(join(root, 'real'));
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
      ['to itself', async () => fs.symlink('link', join(root, 'link'))],
      ['that dangles', async () => fs.symlink(join(outside, 'nowhere'), join(root, 'link'))],
    ])('refuses a link %s, on the way and at the end', async (_name, plant) => {
      await plant();
      await refuses('link/canary', 'outside_workspace');
      await refuses('link/new', 'outside_workspace');
      await refuses('link/deeper/new', 'outside_workspace');
      await refuses('link', 'outside_workspace');
    });

    it('refuses a link in a deeper folder', async () => {
      await write('a/b/c.txt');
      await fs.symlink(outside, join(root, 'a/b/link'));
      await refuses('a/b/link/new', 'outside_workspace');
    });

    it('refuses a link to a file, outside or inside', async () => {
      await write('real.txt', 'old');
      await fs.symlink(join(outside, 'canary'), join(root, 'out.txt'));
      await fs.symlink('real.txt', join(root, 'in.txt'));
      await refuses('out.txt', 'outside_workspace');
      await refuses('in.txt', 'outside_workspace');
      await refuses('in.txt/new', 'outside_workspace');
      expect(await fs.readFile(join(root, 'real.txt'), 'utf8')).toBe('old');
    });

    it('leaves the other names of a hard-linked file with the old content', async () => {
      await fs.link(join(outside, 'canary'), join(root, 'same.txt'));
      expect(await write('same.txt')).toEqual({ created: false });
      expect(await fs.readFile(join(root, 'same.txt'), 'utf8')).toBe('new');
    });

    const lookup = (path: string) => disk === systemDisk || !path.startsWith('/proc/');
    const swapIn = () => {
      renameSync(join(root, 'sub'), join(root, 'sub.old'));
      symlinkSync(outside, join(root, 'sub'));
    };
    const swapBack = () => {
      unlinkSync(join(root, 'sub'));
      renameSync(join(root, 'sub.old'), join(root, 'sub'));
    };

    /** Before call number `from` of one write the folder becomes a link; before call number `to`, a folder again. */
    async function writeWithSwap(from: number, to: number, path: string) {
      await fs.rm(root, { recursive: true, force: true });
      await fs.mkdir(join(root, 'sub'), { recursive: true });
      let calls = 0;
      const swapped = askingDisk((call, at) => {
        if (!lookup(at)) throw failure('ENOENT', call);
        calls += 1;
        if (calls === from) swapIn();
        if (calls === to) swapBack();
      });
      const outcome: unknown = await write(
        path,
        'new',
        new DiskWorkspace({ gate, root, disk: swapped }),
      ).catch((error: unknown) => error);
      return { calls, outcome };
    }

    it.each(['sub/file', 'sub/more/file'])(
      'puts no content outside when a folder becomes a link before any call: %s',
      async (path) => {
        let refused = 0;
        for (let from = 1; ; from += 1) {
          const { calls, outcome } = await writeWithSwap(from, 0, path);
          if (calls < from) break;
          if (isRefusal(outcome)) refused += 1;
          // By names, an empty folder or file may appear outside (see NamedFolder), but never a byte of content.
          if (disk !== systemDisk) await removeWhatIsEmpty(outside);
          expect(await filesBelow(outside)).toEqual(['canary']);
          expect(await fs.readdir(outside)).toEqual(['canary']);
        }
        expect(refused).toBeGreaterThan(2);
      },
    );

    it('puts no content outside when a folder is a link during one call', async () => {
      const { calls: most } = await writeWithSwap(0, 0, 'sub/more/file');
      for (let during = 1; during <= most; during += 1) {
        await writeWithSwap(during, during + 1, 'sub/more/file');
        if (disk !== systemDisk) await removeWhatIsEmpty(outside);
        expect([during, ...(await fs.readdir(outside))]).toEqual([during, 'canary']);
      }
    });

    if (disk !== systemDisk)
      it('by names, writes only to the very file that was created', async () => {
        await fs.mkdir(join(root, 'sub'));
        let created: string | undefined;
        const swapped = askingDisk((call, at) => {
          if (!lookup(at)) throw failure('ENOENT', call);
          if (created !== undefined && lstatSync(join(root, 'sub')).isSymbolicLink()) {
            swapBack();
            writeFileSync(created, 'a file of the same name');
          } else if (call === 'open' && at.includes(temporaryPrefix)) {
            created = at;
            swapIn();
          }
        });
        await expect(
          write('sub/file', 'new', new DiskWorkspace({ gate, root, disk: swapped })),
        ).rejects.toMatchObject({
          name: 'Refusal',
          code: 'outside_workspace',
        });
        expect((await fs.readdir(outside)).length).toBe(2);
        await removeWhatIsEmpty(outside);
      });

    // Impossible by names: see NamedFolder.
    if (disk === systemDisk)
      verifies(
        'security.links',
        'puts nothing outside when a folder is a link between any two calls',
        async () => {
          const { calls: most } = await writeWithSwap(0, 0, 'sub/more/file');
          expect(most).toBeGreaterThan(10);
          for (let from = 1; from < most; from += 1) {
            for (let to = from + 1; to <= most; to += 1) {
              await writeWithSwap(from, to, 'sub/more/file');
              expect([from, to, ...(await fs.readdir(outside))]).toEqual([from, to, 'canary']);
            }
          }
        },
      );

    if (disk === systemDisk)
      verifies(
        'security.links',
        'writes nothing outside while folders and files are swapped with links to the outside',
        async () => {
          const turns = new Int32Array(new SharedArrayBuffer(4));
          const swapper = new Worker(swapping, { eval: true, workerData: { root, outside, turns } });
          let written = 0;
          let refused = 0;
          let missed = 0;
          try {
            while (Atomics.load(turns, 0) === 0) await new Promise((go) => setImmediate(go));
            // Until a write met a link: a fast disk could otherwise finish before the first swap.
            for (
              let count = 0;
              count < 300 || ((written < 20 || refused < 20) && count < 5_000);
              count += 1
            ) {
              const path = ['sub/file', 'deep/sub/new/file', 'leaf'][count % 3] ?? '';
              await write(path, `content ${count}`).then(
                () => (written += 1),
                (error: unknown) => {
                  if (isRefusal(error) && error.code === 'outside_workspace') refused += 1;
                  // The folder was removed altogether.
                  else if ((error as { code?: unknown }).code === 'ENOENT') missed += 1;
                  else throw error;
                },
              );
            }
          } finally {
            await swapper.terminate();
          }
          expect(Math.min(written, refused, Atomics.load(turns, 0))).toBeGreaterThan(10);
          expect(missed).toBeLessThan(written + refused);
        },
      );
  });

  describe('a path that is not a file', () => {
    it('refuses a FIFO at the end and on the way, at once', async () => {
      execFileSync('mkfifo', [join(root, 'fifo')]);
      await refuses('fifo', 'not_a_file');
      await refuses('fifo/new', 'not_a_file');
      expect((await fs.lstat(join(root, 'fifo'))).isFIFO()).toBe(true);
    }, 2_000);

    it('refuses a socket', async () => {
      const server = createServer();
      await new Promise<void>((done) => server.listen(join(root, 'socket'), done));
      await refuses('socket', 'not_a_file');
      await new Promise((done) => server.close(done));
    });

    if (isRoot)
      it('refuses a device', async () => {
        execFileSync('mknod', [join(root, 'zero'), 'c', '1', '5']);
        await refuses('zero', 'not_a_file');
        await refuses('zero/new', 'not_a_file');
        expect((await fs.lstat(join(root, 'zero'))).isCharacterDevice()).toBe(true);
      }, 2_000);
  });

  describe('modes and owners', () => {
    it('creates private files and folders, whatever the umask', async () => {
      const script = `
        const { DiskWorkspace } = await import(${JSON.stringify(import.meta.resolve('../../../src/adapters/out/files/disk-workspace.ts'))});
        const { WriteGate } = await import(${JSON.stringify(import.meta.resolve('../../../src/core/kernel/write-gate.ts'))});
        process.umask(0);
        await new DiskWorkspace({ gate: new WriteGate(), root: process.argv[1] }).write(['a', 'b', 'c.txt'], new Uint8Array());`;
      execFileSync(process.execPath, ['--input-type=module', '-e', script, join(root, 'made')]);
      const modes = await Promise.all(
        ['made', 'made/a', 'made/a/b', 'made/a/b/c.txt'].map((path) => modeOf(join(root, path))),
      );
      expect(modes).toEqual([0o700, 0o700, 0o700, 0o600]);
    });

    it.each([0o644, 0o755, 0o660, 0o400])('keeps the mode %o of a file that is replaced', async (mode) => {
      await fs.writeFile(join(root, 'a.txt'), 'old');
      await fs.chmod(join(root, 'a.txt'), mode);
      const umask = process.umask(0o077);
      await write('a.txt').finally(() => process.umask(umask));
      expect(await modeOf(join(root, 'a.txt'))).toBe(mode);
      expect(await fs.readFile(join(root, 'a.txt'), 'utf8')).toBe('new');
    });

    it('does not pass set-id bits on to the new content', async () => {
      await fs.writeFile(join(root, 'tool'), 'old');
      await fs.chmod(join(root, 'tool'), 0o4755);
      await write('tool');
      expect(await modeOf(join(root, 'tool'))).toBe(0o755);
    });

    if (isRoot)
      it('keeps the owner and group of the file', async () => {
        await fs.writeFile(join(root, 'a.txt'), 'old');
        await fs.chmod(join(root, 'a.txt'), 0o640);
        await fs.chown(join(root, 'a.txt'), 12_345, 12_346);
        await write('a.txt');
        expect(await fs.stat(join(root, 'a.txt'))).toMatchObject({ uid: 12_345, gid: 12_346 });
        expect(await modeOf(join(root, 'a.txt'))).toBe(0o640);
      });

    if (isRoot)
      it('removes the group bits when it cannot keep the group', async () => {
        await fs.writeFile(join(root, 'a.txt'), 'old');
        await fs.chmod(join(root, 'a.txt'), 0o664);
        await fs.chown(join(root, 'a.txt'), 12_345, 12_346);
        const noChown = askingDisk((call, path) => {
          if (call === 'file.chown') throw failure('EPERM', call);
          if (disk !== systemDisk && path.startsWith('/proc/')) throw failure('ENOENT', call);
        });
        await write('a.txt', 'new', new DiskWorkspace({ gate, root, disk: noChown }));
        expect(await modeOf(join(root, 'a.txt'))).toBe(0o604);
      });
  });

  describe('the root', () => {
    it('is created when missing, with its parents', async () => {
      const deep = join(place, 'x/y/root');
      await write('a.txt', 'new', new DiskWorkspace({ gate, root: deep, disk }));
      expect(await fs.readFile(join(deep, 'a.txt'), 'utf8')).toBe('new');
      expect(await modeOf(deep)).toBe(0o700);
    });

    it('may be reached by a link, which is resolved once', async () => {
      await fs.symlink(root, join(place, 'link'));
      const linked = new DiskWorkspace({ gate, root: join(place, 'link'), disk });
      await write('a.txt', 'one', linked);
      await fs.unlink(join(place, 'link'));
      await fs.symlink(outside, join(place, 'link'));
      await write('b.txt', 'two', linked);
      expect(await filesBelow(root)).toEqual(['a.txt', 'b.txt']);
    });

    it('is created again when it was deleted meanwhile', async () => {
      await write('a.txt');
      await fs.rm(root, { recursive: true });
      await write('b.txt');
      expect(await filesBelow(root)).toEqual(['b.txt']);
    });

    it('causes a fault, not a refusal, when something else is there', async () => {
      await fs.writeFile(join(place, 'file'), '');
      const error: unknown = await write(
        'a.txt',
        'new',
        new DiskWorkspace({ gate, root: join(place, 'file'), disk }),
      ).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'EEXIST' });
      expect(isRefusal(error)).toBe(false);
    });

    it('that became a link after it was resolved is not followed', async () => {
      await write('a.txt');
      await fs.rename(root, join(place, 'moved'));
      await fs.symlink(outside, root);
      await expect(write('b.txt')).rejects.toThrow();
      await fs.unlink(root);
    });
  });

  describe('when the disk fails', () => {
    const mayUseProc = disk === systemDisk;
    const refusals: Readonly<Record<string, string>> = {
      ENOSPC: 'disk_full',
      EDQUOT: 'disk_full',
      EIO: 'storage_error',
      EACCES: 'not_permitted',
      EROFS: 'not_permitted',
    };

    it.each(['ENOSPC', 'EDQUOT', 'EIO', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'EACCES', 'EROFS'])(
      'with %s at any call: old content or new, no temporary file',
      async (code) => {
        const points = await everyFailurePoint(code, mayUseProc, async (faulty, failed) => {
          await fs.rm(root, { recursive: true, force: true });
          await fs.mkdir(join(root, 'a'), { recursive: true });
          await fs.writeFile(join(root, 'a/old.txt'), 'old');
          const broken = new DiskWorkspace({ gate, root, disk: faulty });
          const replaced = await write('a/old.txt', 'new', broken).catch((error: unknown) => error);
          const content = await fs.readFile(join(root, 'a/old.txt'), 'utf8');
          if (failed() === undefined || !(replaced instanceof Error)) {
            expect(content).toBe('new');
            expect(replaced).toEqual({ created: false });
          } else {
            expect(content).toBe(failed()?.wasRenamed === true ? 'new' : 'old');
            const refused = refusals[code];
            if (refused !== undefined) expect(replaced).toMatchObject({ name: 'Refusal', code: refused });
          }
          expect(await filesBelow(root)).toEqual(['a/old.txt']);
        });
        expect(points).toEqual(
          expect.arrayContaining(['open', 'lstat', 'file.chmod', 'file.writeFile', 'file.sync', 'rename']),
        );
      },
    );

    it('a new file in new folders is complete or absent', async () => {
      const points = await everyFailurePoint('ENOSPC', mayUseProc, async (faulty) => {
        await fs.rm(root, { recursive: true, force: true });
        const outcome = await write(
          'x/y/new.txt',
          'new',
          new DiskWorkspace({ gate, root, disk: faulty }),
        ).catch((error: unknown) => error);
        const files = await filesBelow(root).catch(() => []);
        if (files.length > 0) expect(await fs.readFile(join(root, 'x/y/new.txt'), 'utf8')).toBe('new');
        if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'Refusal', code: 'disk_full' });
        else expect(files).toEqual(['x/y/new.txt']);
        expect(files.filter((file) => file !== 'x/y/new.txt')).toEqual([]);
      });
      expect(points.filter((call) => call === 'mkdir').length).toBeGreaterThanOrEqual(3);
    });

    it.each([
      ['ENOSPC', 'disk_full'],
      ['EDQUOT', 'disk_full'],
      ['EISDIR', 'not_a_file'],
      ['ENOTDIR', 'not_a_file'],
      ['ELOOP', 'outside_workspace'],
      ['ENAMETOOLONG', 'invalid_path'],
    ])('answers %s with %s', async (code, refusal) => {
      const failing = askingDisk((call) => {
        if (call === 'rename') throw failure(code, call);
      });
      await expect(
        write('a.txt', 'new', new DiskWorkspace({ gate, root, disk: failing })),
      ).rejects.toMatchObject({
        name: 'Refusal',
        code: refusal,
      });
      expect(await filesBelow(root)).toEqual([]);
    });

    it('passes every other error on unchanged', async () => {
      const planted = failure('EMFILE', 'rename');
      const failing = askingDisk((call) => {
        if (call === 'rename') throw planted;
      });
      const caught: unknown = await write(
        'a.txt',
        'new',
        new DiskWorkspace({ gate, root, disk: failing }),
      ).catch((error: unknown) => error);
      expect(caught).toBe(planted);
    });

    it('skips the sync of folders where the file system has none', async () => {
      const folders = new Set<string>();
      const noSync = askingDisk((call, path) => {
        if (!mayUseProc && path.startsWith('/proc/')) throw failure('ENOENT', call);
        if (call === 'file.sync' && !path.includes(temporaryPrefix)) {
          folders.add(path);
          throw failure('EINVAL', call);
        }
      });
      await write('a/b.txt', 'new', new DiskWorkspace({ gate, root, disk: noSync }));
      expect(await filesBelow(root)).toEqual(['a/b.txt']);
      expect(folders.size).toBe(2);
    });

    it('leaves no file handle open', async () => {
      const open = async () => (await fs.readdir('/proc/self/fd')).length;
      await write('a/b.txt');
      const before = await open();
      for (let turn = 0; turn < 20; turn += 1) {
        await write('a/b.txt');
        await write('a/b.txt/c').catch(() => {});
        await write('a').catch(() => {});
      }
      expect(await open()).toBeLessThan(before + 10);
    });
  });

  it('is durable in this order: content, name, then the folder; and every new folder in its parent', async () => {
    const calls: string[] = [];
    const noting = askingDisk((call, path) => {
      if (!mayUse(path)) throw failure('ENOENT', call);
      if (call === 'mkdir' && !path.endsWith('root')) calls.push('mkdir');
      if (call === 'file.writeFile' || call === 'rename') calls.push(call);
      if (call === 'file.sync') calls.push(path.includes(temporaryPrefix) ? 'sync file' : 'sync folder');
    });
    const mayUse = (path: string) => disk === systemDisk || !path.startsWith('/proc/');
    await write('x/y/a.txt', 'new', new DiskWorkspace({ gate, root, disk: noting }));
    expect(calls).toEqual([
      'mkdir',
      'sync folder',
      'mkdir',
      'sync folder',
      'file.writeFile',
      'sync file',
      'rename',
      'sync folder',
    ]);
  });

  it('syncs every folder that got a new one, above a newly created root', async () => {
    const synced: string[] = [];
    const noting = askingDisk((call, path) => {
      if (!(disk === systemDisk || !path.startsWith('/proc/'))) throw failure('ENOENT', call);
      if (call === 'file.sync' && path.startsWith(place)) synced.push(relative(place, path));
    });
    await write('a.txt', 'new', new DiskWorkspace({ gate, root: join(place, 'x/y/root'), disk: noting }));
    expect(synced).toEqual(expect.arrayContaining(['', 'x', 'x/y', 'x/y/root']));
  });

  it('names its unfinished files recognisably, and hides their content', async () => {
    const seen: [string, number][] = [];
    const looking = askingDisk((call) => {
      // The first call after it was created, and the last before it is in place.
      if (call !== 'file.chmod' && call !== 'rename') return;
      const [name = ''] = readdirSync(root);
      seen.push([name.slice(0, temporaryPrefix.length), statSync(join(root, name)).mode & 0o777]);
    });
    const umask = process.umask(0);
    await write('a.txt', 'new', new DiskWorkspace({ gate, root, disk: looking })).finally(() =>
      process.umask(umask),
    );
    expect(seen).toEqual([
      ['.svc-tmp-', 0o600],
      ['.svc-tmp-', 0o600],
    ]);
  });
});

/** Three places, each alternately a real folder or file, and a link to the outside. */
const swapping = `
  const fs = require('node:fs');
  const { join } = require('node:path');
  const { root, outside, turns } = require('node:worker_threads').workerData;
  const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random());
  const link = (path, to) => {
    try { fs.rmSync(path + '.old', { recursive: true, force: true }); fs.renameSync(path, path + '.old'); } catch {}
    try { fs.symlinkSync(to, path); } catch {}
  };
  const real = (path) => {
    try { fs.unlinkSync(path); fs.renameSync(path + '.old', path); } catch {}
  };
  const places = [[join(root, 'sub'), outside], [join(root, 'deep', 'sub'), outside], [join(root, 'leaf'), join(outside, 'canary')]];
  for (const [path] of places.slice(0, 2)) fs.mkdirSync(path, { recursive: true });
  fs.writeFileSync(join(root, 'leaf'), '');
  for (;;) {
    for (const [path, to] of places) link(path, to);
    pause();
    for (const [path] of places) real(path);
    pause();
    Atomics.add(turns, 0, 1);
  }`;

async function removeWhatIsEmpty(folder: string): Promise<void> {
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      await removeWhatIsEmpty(path);
      await fs.rmdir(path);
    } else if (entry.name.startsWith(temporaryPrefix) && (await fs.lstat(path)).size === 0) {
      await fs.unlink(path);
    }
  }
}
