import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  atomicWrite,
  repairModes,
  secureDirectory,
  sweepTemporaries,
} from '../../../src/adapters/out/files/atomic-write.ts';
import { temporaryPrefix } from '../../../src/core/workspace/files/path.ts';
import { askingDisk, everyFailurePoint, failure } from './faulty-disk.ts';

let place: string;
beforeEach(async () => {
  place = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'atomic-write-')));
});
afterEach(() => fs.rm(place, { recursive: true }));

const at = (path: string) => join(place, path);
const modeOf = async (path: string) => (await fs.lstat(path)).mode & 0o7777;
const read = (path: string) => fs.readFile(at(path), 'utf8');
const isRoot = process.getuid?.() === 0;

describe('atomicWrite', () => {
  it('creates and replaces a file, private whatever was there', async () => {
    await fs.writeFile(at('state.json'), 'a much longer old content');
    await fs.chmod(at('state.json'), 0o644);
    await atomicWrite(at('state.json'), '{}');
    await atomicWrite(at('bytes'), Uint8Array.of(0, 255));
    expect(await read('state.json')).toBe('{}');
    expect([...(await fs.readFile(at('bytes')))]).toEqual([0, 255]);
    expect([await modeOf(at('state.json')), await modeOf(at('bytes'))]).toEqual([0o600, 0o600]);
    expect(await fs.readdir(place)).toEqual(['bytes', 'state.json']);
  });

  it('sets exactly the requested mode', async () => {
    const umask = process.umask(0o077);
    await atomicWrite(at('shared'), '', 0o644).finally(() => process.umask(umask));
    expect(await modeOf(at('shared'))).toBe(0o644);
  });

  it('replaces a link and leaves what it pointed to', async () => {
    await fs.writeFile(at('other'), 'old');
    await fs.symlink('other', at('state.json'));
    await atomicWrite(at('state.json'), 'new');
    expect([await read('state.json'), await read('other')]).toEqual(['new', 'old']);
  });

  it('accepts a folder that is reached by a link', async () => {
    await fs.mkdir(at('real'));
    await fs.symlink('real', at('link'));
    await atomicWrite(at('link/state.json'), 'new');
    expect(await read('real/state.json')).toBe('new');
  });

  it('never opens the existing file, so no lock on it is lost', async () => {
    await fs.writeFile(at('lock.db'), 'old');
    const opened: string[] = [];
    const noting = askingDisk((call, path) => {
      if (call === 'open') opened.push(path);
    });
    await atomicWrite(at('lock.db'), 'new', 0o600, noting);
    expect(opened.length).toBe(2);
    expect(opened.filter((path) => path.includes('lock.db'))).toEqual([]);
  });

  it('does not hang at a FIFO, and replaces it', async () => {
    execFileSync('mkfifo', [at('fifo')]);
    await atomicWrite(at('fifo'), 'new');
    expect(await read('fifo')).toBe('new');
  });

  it('passes the fault on when a folder is there or the folder is missing', async () => {
    await fs.mkdir(at('folder'));
    await expect(atomicWrite(at('folder'), 'new')).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(atomicWrite(at('missing/state.json'), 'new')).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(await fs.readdir(place)).toEqual(['folder']);
  });

  it.each([
    ['ENOSPC', 'disk_full'],
    ['EIO', 'storage_error'],
    ['EFBIG', 'storage_error'],
  ])('leaves the old content or the new, and nothing else, with %s at any call', async (code, refusal) => {
    const points = await everyFailurePoint(code, true, async (disk, failed) => {
      await fs.writeFile(at('state.json'), 'old');
      const outcome: unknown = await atomicWrite(at('state.json'), 'new', 0o600, disk).catch(
        (error: unknown) => error,
      );
      const content = await read('state.json');
      const isNew = outcome === undefined || failed()?.wasRenamed === true;
      expect(content).toBe(isNew ? 'new' : 'old');
      if (failed() !== undefined)
        expect(outcome).toMatchObject({ name: 'Refusal', code: refusal, cause: { code } });
      expect(await fs.readdir(place)).toEqual(['state.json']);
    });
    expect(points).toEqual(
      expect.arrayContaining(['realpath', 'open', 'file.chmod', 'file.writeFile', 'file.sync', 'rename']),
    );
  });

  it('shows readers only complete contents', async () => {
    const contents = ['a', 'b'].map((letter) => letter.repeat(200_000));
    await atomicWrite(at('state.json'), contents[0] ?? '');
    let isDone = false;
    const writing = (async () => {
      for (let turn = 0; turn < 30; turn += 1) await atomicWrite(at('state.json'), contents[turn % 2] ?? '');
      isDone = true;
    })();
    while (!isDone) expect(contents.includes(await read('state.json'))).toBe(true);
    await writing;
  });
});

describe('secureDirectory', () => {
  it('creates a private directory and its parents, whatever the umask', async () => {
    for (const umask of [0, 0o777]) {
      const before = process.umask(umask);
      await secureDirectory(at(`made-${umask}`)).finally(() => process.umask(before));
      expect(await modeOf(at(`made-${umask}`))).toBe(0o700);
    }
    await secureDirectory(at('x/y/z'));
    expect([await modeOf(at('x')), await modeOf(at('x/y')), await modeOf(at('x/y/z'))]).toEqual([
      0o700, 0o700, 0o700,
    ]);
  });

  it.each([0o755, 0o777, 0o500, 0o000, 0o2770])('repairs an existing one of mode %o', async (mode) => {
    await fs.mkdir(at('data'));
    await fs.writeFile(at('data/kept'), 'old');
    await fs.chmod(at('data'), mode);
    await secureDirectory(at('data'));
    expect(await modeOf(at('data'))).toBe(0o700);
    expect(await read('data/kept')).toBe('old');
  });

  it('accepts a link to a directory', async () => {
    await fs.mkdir(at('real'), { mode: 0o755 });
    await fs.symlink('real', at('link'));
    await secureDirectory(at('link'));
    expect(await modeOf(at('real'))).toBe(0o700);
  });

  it('refuses a path that is not a directory, or lies below a file', async () => {
    await fs.writeFile(at('file'), 'old');
    execFileSync('mkfifo', [at('fifo')]);
    for (const path of ['file', 'fifo', 'file/data']) {
      await expect(secureDirectory(at(path))).rejects.toThrow(`${at(path)} is not a directory.`);
    }
    expect(await read('file')).toBe('old');
  });

  it("refuses another user's directory, and leaves its mode", async () => {
    const foreign = isRoot ? at('foreign') : '/usr';
    if (isRoot) {
      await fs.mkdir(foreign);
      await fs.chmod(foreign, 0o755);
      await fs.chown(foreign, 12_345, 12_345);
    }
    await expect(secureDirectory(foreign)).rejects.toThrow(
      /belongs to user \d+, and this process runs as user \d+\.$/,
    );
    expect(await modeOf(foreign)).toBe(0o755);
  });

  it.each(['access', 'chmod'])('refuses an unwritable one: %s', async (refused) => {
    await fs.mkdir(at('data'));
    await fs.chmod(at('data'), 0o755);
    const readOnly = askingDisk((call) => {
      if (call === refused) throw failure('EROFS', call);
    });
    await expect(secureDirectory(at('data'), readOnly)).rejects.toThrow(
      `${at('data')} cannot be written to.`,
    );
  });

  it('refuses one that cannot be created', async () => {
    const full = askingDisk((call) => {
      if (call === 'mkdir') throw failure('EACCES', call);
    });
    await expect(secureDirectory(at('data'), full)).rejects.toThrow(
      `The directory ${at('data')} could not be made.`,
    );
  });
});

describe('repairModes', () => {
  it('makes the files directly in it private, and opens none', async () => {
    const calls = new Set<string>();
    const noting = askingDisk((call) => void calls.add(call));
    await fs.mkdir(at('folder'));
    await fs.chmod(at('folder'), 0o755);
    for (const [name, mode] of [
      ['svc.db', 0o644],
      ['svc.db-wal', 0o666],
      ['tool', 0o4755],
      ['folder/deep', 0o644],
      ['shut', 0],
    ] as const) {
      await fs.writeFile(at(name), '');
      await fs.chmod(at(name), mode);
    }
    expect(await repairModes(place, noting)).toEqual([]);
    const modes = await Promise.all(['svc.db', 'svc.db-wal', 'tool', 'shut'].map((name) => modeOf(at(name))));
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o600]);
    expect([await modeOf(at('folder')), await modeOf(at('folder/deep'))]).toEqual([0o755, 0o644]);
    expect([...calls].sort()).toEqual(['chmod', 'lstat', 'readdir']);
  });

  it('leaves links and their targets, and FIFOs', async () => {
    await fs.mkdir(at('data'));
    await fs.writeFile(at('outside'), '');
    await fs.chmod(at('outside'), 0o644);
    await fs.symlink('../outside', at('data/link'));
    await fs.symlink('nowhere', at('data/dangling'));
    execFileSync('mkfifo', [at('data/fifo')]);
    await repairModes(at('data'));
    expect(await modeOf(at('outside'))).toBe(0o644);
  });

  it('makes a socket private', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(at('socket'), done));
    await fs.chmod(at('socket'), 0o777);
    await repairModes(place);
    expect(await modeOf(at('socket'))).toBe(0o600);
    await new Promise((done) => server.close(done));
  });

  it('continues past a file that vanishes and names those it cannot change', async () => {
    for (const name of ['a', 'b', 'c']) {
      await fs.writeFile(at(name), '');
      await fs.chmod(at(name), 0o644);
    }
    const disk = askingDisk((call, path) => {
      if (call === 'lstat' && path.endsWith('/a')) throw failure('ENOENT', call);
      if (call === 'chmod' && path.endsWith('/b')) throw failure('EPERM', call);
    });
    expect(await repairModes(place, disk)).toEqual(['b']);
    expect(await modeOf(at('c'))).toBe(0o600);
  });
});

describe('sweepTemporaries', () => {
  it('removes unfinished writes, as far as it can, and nothing else', async () => {
    await fs.mkdir(at('workspace'));
    const files = ['token.json', 'svc-tmp-1', `${temporaryPrefix}a`, `${temporaryPrefix}b`];
    for (const name of [...files, `workspace/${temporaryPrefix}c`]) await fs.writeFile(at(name), '');
    await fs.mkdir(at(`${temporaryPrefix}folder`));
    await sweepTemporaries(place);
    const left = [`${temporaryPrefix}folder`, 'svc-tmp-1', 'token.json', 'workspace'];
    expect(await fs.readdir(place)).toEqual(left);
    expect(await fs.readdir(at('workspace'))).toHaveLength(1);
  });
});
