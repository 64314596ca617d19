import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import * as fs from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { systemDisk, type Disk } from '../../../src/adapters/out/files/disk.ts';
import { DiskWorkspace } from '../../../src/adapters/out/files/disk-workspace.ts';
import { temporaryPrefix } from '../../../src/core/workspace/files/path.ts';
import { isRefusal } from '../../../src/core/kernel/refusal.ts';
import { workspaceContract } from '../../ports/workspace.contract.ts';
import { askingDisk, everyFailurePoint, failure, withoutProc, type Ask } from './faulty-disk.ts';
import { verifies } from '../../spec/verifies.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

const gate = new WriteGate();

const ways: readonly (readonly [string, Disk])[] = [
  ['by handles', systemDisk],
  ['by names, without /proc', withoutProc],
];

const bytes = (text: string) => new TextEncoder().encode(text);
const isRoot = process.getuid?.() === 0;
const MOST = 1_000_000;
const SECRET = 'a secret outside';

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Folders as well, and without following links. */
const namesBelow = async (folder: string) =>
  (await fs.readdir(folder, { recursive: true, withFileTypes: true })).map(({ parentPath, name }) =>
    join(parentPath, name),
  );

/** A place with a root, and a sibling folder whose name begins like the root's. */
async function makePlace() {
  const place = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'disk-workspace-')));
  const root = join(place, 'root');
  const outside = join(place, 'root-evil');
  await fs.mkdir(outside);
  await fs.writeFile(join(outside, 'canary'), SECRET);
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
    expect(await fs.readFile(join(outside, 'canary'), 'utf8')).toBe(SECRET);
    await fs.rm(place, { recursive: true });
  });

  const over = (other: Disk) => new DiskWorkspace({ gate, root, disk: other });
  /** The same disk, which asks before each call. */
  const asking = (ask: Ask): Disk =>
    askingDisk((call, path) => {
      if (disk !== systemDisk && path.startsWith('/proc/')) throw failure('ENOENT', call);
      ask(call, path);
    });
  const write = (path: string, content = 'new', into = workspace) =>
    into.write(path.split('/'), bytes(content));
  const read = async (path: string, from = workspace) =>
    Buffer.from(await from.read(path.split('/'), MOST)).toString();
  const append = (path: string, within = workspace) =>
    within.change(path.split('/'), MOST, (content) => Buffer.concat([content, Buffer.from(' and more')]));
  const list = async (path = '', within = workspace) =>
    (await within.list(path === '' ? [] : path.split('/'), { depth: 3, most: 500 })).entries.map(
      (entry) => `${entry.path.join('/')} ${entry.type}`,
    );
  /** Every way to use a path. */
  const acts: readonly ((path: string) => Promise<unknown>)[] = [
    (path) => write(path),
    (path) => read(path),
    (path) => append(path),
    (path) => list(path),
    (path) => workspace.find(path.split('/')),
    (path) => workspace.remove(path.split('/')),
    (path) => workspace.rename(path.split('/'), ['moved']),
  ];
  const refuses = async (path: string, code: string) => {
    const before = await namesBelow(root);
    for (const act of acts) await expect(act(path)).rejects.toMatchObject({ name: 'Refusal', code });
    expect(await namesBelow(root)).toEqual(before);
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
      for (const path of ['link/canary', 'link/environ', 'link/new', 'link/deeper/new', 'link'])
        await refuses(path, 'outside_workspace');
      const listed = await list();
      expect(listed).toContain('link link');
      expect(listed.filter((line) => line.startsWith('link/'))).toEqual([]);
    });

    it('never let a rename lead or end outside', async () => {
      await fs.writeFile(join(root, 'real.txt'), 'old');
      await fs.symlink(outside, join(root, 'link'));
      await fs.symlink(join(outside, 'nowhere'), join(root, 'dangling'));
      const to = (path: string) => workspace.rename(['real.txt'], path.split('/'));
      for (const path of ['link/new.txt', 'link/canary', 'link/deeper/new.txt', 'dangling/new.txt'])
        await expect(to(path)).rejects.toMatchObject({ code: 'outside_workspace' });
      for (const path of ['link', 'dangling'])
        await expect(to(path)).rejects.toMatchObject({ code: 'file_exists' });
      expect(await fs.readFile(join(root, 'real.txt'), 'utf8')).toBe('old');
    });

    it('to a file outside or inside, or in a deeper folder, are refused', async () => {
      await fs.mkdir(join(root, 'a/b'), { recursive: true });
      await fs.symlink(outside, join(root, 'a/b/link'));
      await fs.writeFile(join(root, 'real.txt'), 'old');
      await fs.symlink(join(outside, 'canary'), join(root, 'out.txt'));
      await fs.symlink('real.txt', join(root, 'in.txt'));
      await fs.symlink('/proc/self/environ', join(root, 'environ'));
      for (const path of ['a/b/link/new', 'out.txt', 'in.txt', 'in.txt/new', 'environ'])
        await refuses(path, 'outside_workspace');
      expect(await fs.readFile(join(root, 'real.txt'), 'utf8')).toBe('old');
    });

    it('of a hard-linked file: the other names keep the old content', async () => {
      await fs.link(join(outside, 'canary'), join(root, 'same.txt'));
      await append('same.txt');
      expect(await fs.readFile(join(root, 'same.txt'), 'utf8')).toBe(`${SECRET} and more`);
      await fs.rm(join(root, 'same.txt'));
      await fs.link(join(outside, 'canary'), join(root, 'same.txt'));
      expect(await write('same.txt')).toEqual({ created: false });
      expect(await fs.readFile(join(root, 'same.txt'), 'utf8')).toBe('new');
    });

    const swapIn = () => {
      renameSync(join(root, 'sub'), join(root, 'sub.old'));
      symlinkSync(outside, join(root, 'sub'));
    };
    const swapBack = () => {
      unlinkSync(join(root, 'sub'));
      renameSync(join(root, 'sub.old'), join(root, 'sub'));
    };

    /** Before call number `from` of one operation `sub` becomes a link to the outside; before number `to`, a folder again. */
    async function withSwap(
      [from, to]: readonly [number, number],
      act: (workspace: DiskWorkspace) => Promise<unknown>,
    ) {
      await fs.rm(root, { recursive: true, force: true });
      await fs.mkdir(join(root, 'sub'), { recursive: true });
      await fs.writeFile(join(root, 'sub/canary'), 'inside');
      let calls = 0;
      const swapped = asking(() => {
        calls += 1;
        if (calls === from) swapIn();
        if (calls === to) swapBack();
      });
      const outcome = await act(over(swapped)).catch((error: unknown) => error);
      // By names, an empty folder or file may appear outside (see NamedFolder), but never a byte of content.
      if (disk !== systemDisk) await removeWhatIsEmpty(outside);
      expect([from, to, await fs.readdir(outside)]).toEqual([from, to, ['canary']]);
      expect(await fs.readFile(join(outside, 'canary'), 'utf8')).toBe(SECRET);
      return { calls, outcome };
    }
    const written = (path: string) => (into: DiskWorkspace) => write(path, 'new', into);

    for (const [what, act] of Object.entries<(within: DiskWorkspace) => Promise<unknown>>({
      'a write': written('sub/file'),
      'a write into a new folder': written('sub/more/file'),
      'a change': (within) => append('sub/canary', within),
      'a read': (within) => read('sub/canary', within),
      'a list of it': (within) => list('sub', within),
      'a list of what it is in': (within) => list('', within),
    }))
      verifies(
        ['security.files', 'security.links'],
        `show nothing from outside and put nothing there when a folder becomes one before any call of ${what}`,
        async () => {
          let refused = 0;
          for (let from = 1; ; from += 1) {
            const { calls, outcome } = await withSwap([from, 0], act);
            if (calls < from) break;
            expect(JSON.stringify(outcome ?? null)).not.toContain(SECRET);
            if (isRefusal(outcome)) refused += 1;
            else if (typeof outcome === 'string') expect(outcome).toBe('inside');
            // By names, what is written may go while it is written.
            else if (outcome instanceof Error) expect(what).toContain('a write');
          }
          // A link in a list is only named.
          expect(refused > 0).toBe(what !== 'a list of what it is in');
        },
      );

    it('put no content outside when a folder is one during one call', async () => {
      const { calls: most } = await withSwap([0, 0], written('sub/more/file'));
      for (let during = 1; during <= most; during += 1)
        await withSwap([during, during + 1], written('sub/more/file'));
    });

    if (disk !== systemDisk)
      it('by names, writes only to the very file that was created', async () => {
        await fs.mkdir(join(root, 'sub'));
        let created: string | undefined;
        const swapped = asking((call, at) => {
          if (created !== undefined && lstatSync(join(root, 'sub')).isSymbolicLink()) {
            swapBack();
            writeFileSync(created, 'a file of the same name');
          } else if (call === 'open' && at.includes(temporaryPrefix)) {
            created = at;
            swapIn();
          }
        });
        await expect(write('sub/file', 'new', over(swapped))).rejects.toMatchObject({
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
        'put nothing outside when a folder is one between any two calls',
        async () => {
          const { calls: most } = await withSwap([0, 0], written('sub/more/file'));
          expect(most).toBeGreaterThan(10);
          for (let from = 1; from < most; from += 1)
            for (let to = from + 1; to <= most; to += 1) await withSwap([from, to], written('sub/more/file'));
        },
      );

    if (disk === systemDisk)
      verifies(
        ['security.files', 'security.links'],
        'that are swapped in and out all the time show nothing from outside, and nothing is written there',
        async () => {
          const turns = new Int32Array(new SharedArrayBuffer(4));
          const swapper = new Worker(swapping, { eval: true, workerData: { root, outside, turns } });
          const met = { written: 0, refused: 0, inside: 0 };
          const uses = [
            () => write('sub/file'),
            () => read('sub/canary'),
            () => list('sub'),
            () => write('deep/sub/new/file'),
            () => read('leaf'),
            () => list(),
            () => write('leaf'),
          ];
          const isMet = () => Math.min(met.written, met.refused, met.inside) >= 20;
          try {
            while (Atomics.load(turns, 0) === 0) await new Promise((go) => setImmediate(go));
            // Until each was met: a fast disk could otherwise finish before the first swap.
            for (let count = 0; count < 500 || !isMet(); count += 1) {
              const outcome: unknown = await uses[count % uses.length]?.().catch((error: unknown) => error);
              if (isRefusal(outcome)) met.refused += Number(outcome.code === 'outside_workspace');
              else if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'ENOENT' });
              else if (typeof outcome === 'string') {
                met.inside += 1;
                expect(['inside', 'new']).toContain(outcome);
              } else if (Array.isArray(outcome))
                expect(outcome.filter((line: string) => /^sub\/.*canary/u.test(line)).length).toBeLessThan(2);
              else met.written += 1;
            }
          } finally {
            await swapper.terminate();
          }
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

    it('does not pass set-id bits on to the new content', async () => {
      await fs.writeFile(join(root, 'tool'), 'old');
      await fs.chmod(join(root, 'tool'), 0o4755);
      await write('tool');
      expect(await modeOf(join(root, 'tool'))).toBe(0o755);
    });

    if (isRoot)
      it('removes the group bits when it cannot keep the group', async () => {
        await fs.writeFile(join(root, 'a.txt'), 'old');
        await fs.chmod(join(root, 'a.txt'), 0o664);
        await fs.chown(join(root, 'a.txt'), 12_345, 12_346);
        const noChown = asking((call) => {
          if (call === 'file.chown') throw failure('EPERM', call);
        });
        await write('a.txt', 'new', over(noChown));
        expect(await modeOf(join(root, 'a.txt'))).toBe(0o604);
      });

    verifies('files.edit', 'what is replaced or changed keeps its mode and its owner', async () => {
      const path = join(root, 'a.txt');
      for (const act of [() => write('a.txt'), () => append('a.txt')])
        for (const mode of [0o644, 0o755, 0o660, 0o400, 0o600]) {
          await fs.writeFile(path, 'old');
          await fs.chmod(path, mode);
          if (isRoot) await fs.chown(path, 12_345, 12_346);
          const umask = process.umask(0o077);
          await act().finally(() => process.umask(umask));
          expect(await fs.readFile(path, 'utf8')).toMatch(/^(?:new|old and more)$/u);
          expect(await modeOf(path)).toBe(mode);
          if (isRoot) expect(await fs.stat(path)).toMatchObject({ uid: 12_345, gid: 12_346 });
          await fs.rm(path);
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
    const acting = [
      ['a write', (within: DiskWorkspace) => write('a/old.txt', 'new', within), 'new', 'file.chmod'],
      ['a change', (within: DiskWorkspace) => append('a/old.txt', within), 'old and more', 'file.read'],
    ] as const;
    const codes = [
      'ENOSPC',
      'EDQUOT',
      'EIO',
      'ENOTDIR',
      'EISDIR',
      'ELOOP',
      'ENAMETOOLONG',
      'EACCES',
      'EROFS',
    ];

    for (const [what, act, after, ownCall] of acting)
      for (const code of what === 'a write'
        ? codes
        : codes.filter((one) => /^E(?:NOSPC|DQUOT|IO|ACCES)$/u.test(one)))
        verifies(
          'files.edit.atomic',
          `${code} at any call of ${what} (${mayUseProc ? 'by handles' : 'by names'}): old content or new, no temporary file`,
          async () => {
            const points = await everyFailurePoint(code, mayUseProc, async (faulty, failed) => {
              await fs.rm(root, { recursive: true, force: true });
              await fs.mkdir(join(root, 'a'), { recursive: true });
              await fs.writeFile(join(root, 'a/old.txt'), 'old');
              const outcome: unknown = await act(over(faulty)).catch((error: unknown) => error);
              const content = await fs.readFile(join(root, 'a/old.txt'), 'utf8');
              if (!(outcome instanceof Error)) {
                expect([content, outcome]).toEqual([
                  after,
                  what === 'a write' ? { created: false } : undefined,
                ]);
              } else {
                expect(content).toBe(failed()?.wasRenamed === true ? after : 'old');
                const refused = what === 'a write' || code !== 'EIO' ? refusals[code] : undefined;
                if (refused !== undefined) expect(outcome).toMatchObject({ name: 'Refusal', code: refused });
              }
              expect(await filesBelow(root)).toEqual(['a/old.txt']);
            });
            expect(points).toEqual(
              expect.arrayContaining(['open', 'lstat', ownCall, 'file.writeFile', 'file.sync', 'rename']),
            );
          },
        );

    it('a new file in new folders is complete or absent', async () => {
      const points = await everyFailurePoint('ENOSPC', mayUseProc, async (faulty) => {
        await fs.rm(root, { recursive: true, force: true });
        const outcome = await write('x/y/new.txt', 'new', over(faulty)).catch((error: unknown) => error);
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
      await expect(write('a.txt', 'new', over(failing))).rejects.toMatchObject({
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
      const caught: unknown = await write('a.txt', 'new', over(failing)).catch((error: unknown) => error);
      expect(caught).toBe(planted);
    });

    it('skips the sync of folders where the file system has none', async () => {
      const folders = new Set<string>();
      const noSync = asking((call, path) => {
        if (call === 'file.sync' && !path.includes(temporaryPrefix)) {
          folders.add(path);
          throw failure('EINVAL', call);
        }
      });
      await write('a/b.txt', 'new', over(noSync));
      expect(await filesBelow(root)).toEqual(['a/b.txt']);
      expect(folders.size).toBe(2);
    });

    it('leaves no file handle open', async () => {
      const open = async () => (await fs.readdir('/proc/self/fd')).length;
      await fs.mkdir(join(root, 'a/b'), { recursive: true });
      await fs.writeFile(join(root, 'a/b/c.txt'), 'old');
      await fs.symlink('/etc', join(root, 'a/link'));
      const before = await open();
      for (let turn = 0; turn < 20; turn += 1) {
        for (const path of ['a/b/c.txt', 'a/b', 'a/link', 'a/b/none', 'a/b/c.txt/d', 'x/y'])
          for (const act of acts.slice(0, 4)) await act(path).catch(() => undefined);
        await list();
        await workspace.read(['a', 'b', 'c.txt'], 1).catch(() => undefined);
      }
      expect(await open()).toBeLessThan(before + 10);
    });
  });

  it('is durable in this order: content, name, then the folder; and every new folder in its parent', async () => {
    const calls: string[] = [];
    const noting = asking((call, path) => {
      if (call === 'mkdir' && !path.endsWith('root')) calls.push('mkdir');
      if (call === 'file.writeFile' || call === 'rename') calls.push(call);
      if (call === 'file.sync') calls.push(path.includes(temporaryPrefix) ? 'sync file' : 'sync folder');
    });
    await write('x/y/a.txt', 'new', over(noting));
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
    const noting = asking((call, path) => {
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
    await write('a.txt', 'new', over(looking)).finally(() => process.umask(umask));
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
  fs.writeFileSync(join(root, 'sub', 'canary'), 'inside');
  fs.writeFileSync(join(root, 'leaf'), 'inside');
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
