import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskConfigFiles } from '../../../src/adapters/out/files/config-files.ts';
import { systemDisk, type Disk } from '../../../src/adapters/out/files/disk.ts';
import { AjvValidator } from '../../../src/adapters/out/system/ajv-validator.ts';
import { inEnglish } from '../../../src/contract/words/english.ts';
import { ConfigService } from '../../../src/core/instance/config/service.ts';
import { configLimits } from '../../../src/core/instance/config/limits.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { MemoryConfigFiles } from '../../doubles/memory-config-files.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { configFilesSuite } from '../../ports/config-files.contract.ts';
import { verifies } from '../../spec/verifies.ts';
import { askingDisk, everyFailurePoint, failure } from './faulty-disk.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

const gate = new WriteGate();

let place: string;
beforeEach(async () => {
  place = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'config-files-')));
  await fs.mkdir(at('data'));
  await fs.mkdir(at('project/.svc'), { recursive: true });
});
afterEach(() => fs.rm(place, { recursive: true }));

const validator = new AjvValidator();
const at = (path: string) => join(place, path);
const USER = 'data/config.json';
const PROJECT = 'project/.svc/config.json';
const opened = (disk?: Disk) =>
  new DiskConfigFiles({ gate, dataDir: at('data'), projectDir: at('project'), ...(disk ? { disk } : {}) });
const read = (path: string) => fs.readFile(at(path), 'utf8');
const modeOf = async (path: string) => (await fs.lstat(at(path))).mode & 0o7777;

configFilesSuite('DiskConfigFiles', async () => ({
  files: opened(),
  put: (file, text) => fs.writeFile(at(file === 'user' ? USER : PROJECT), text),
  kept: async () => {
    const names = (await fs.readdir(at('data'))).filter((name) => name.startsWith('config.json.'));
    const texts = names.map(async (name) => [name.slice('config.json.'.length), await read(`data/${name}`)]);
    return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
  },
}));

configFilesSuite('MemoryConfigFiles', async () => {
  const files = new MemoryConfigFiles();
  return {
    files,
    put: async (file, text) => files.put(file, text),
    kept: async () =>
      Object.fromEntries(
        [...files.kept].map(([ending, one]) => [ending, one.found === 'text' ? one.text : '']),
      ),
  };
});

/** What may be in the place of a config file: how to create it, and what a reader finds. */
const FORMS = {
  empty: ['text', (path) => fs.writeFile(path, '')],
  cut: ['text', (path) => fs.writeFile(path, '{"backup_retention_days": 7, "backup_di')],
  binary: ['no_text', (path) => fs.writeFile(path, Uint8Array.of(0x80, 0, 0xff, 0xfe, 0x7f))],
  'of another type': ['text', (path) => fs.writeFile(path, '[1, 2, "three"]')],
  'of 50 MB': ['too_large', (path) => fs.writeFile(path, '').then(() => fs.truncate(path, 50 * 2 ** 20))],
  unreadable: ['not_allowed', (path) => fs.writeFile(path, '{}').then(() => fs.chmod(path, 0))],
  'a folder': ['folder', (path) => fs.mkdir(path).then(() => fs.writeFile(join(path, 'kept'), ''))],
  'a dangling link': ['dangling_link', (path) => fs.symlink('nowhere', path)],
  'a link in a circle': ['dangling_link', (path) => fs.symlink('config.json', path)],
  'a link below a file': [
    'dangling_link',
    (path) => fs.writeFile(`${path}.file`, '').then(() => fs.symlink(`${path}.file/x`, path)),
  ],
  'a FIFO': ['no_file', async (path) => void execFileSync('mkfifo', [path])],
  'a link to a FIFO': [
    'no_file',
    (path) => {
      execFileSync('mkfifo', [`${path}.fifo`]);
      return fs.symlink(`${path}.fifo`, path);
    },
  ],
  'an endless device': ['no_file', (path) => fs.symlink('/dev/zero', path)],
  'in JSON with an unknown key': ['text', (path) => fs.writeFile(path, '{"backup_clouddrive":true,"x":1}')],
} satisfies Record<string, readonly [finds: string, put: (path: string) => Promise<unknown>]>;

/** Root can read every file, so the disk has to fake the refusal. */
const honest = askingDisk((call, path) => {
  if (call === 'open' && path.endsWith('config.json') && isShut(path)) throw failure('EACCES', call);
});
let shut = '';
const isShut = (path: string): boolean => path === shut;

/** The content of a path, without opening anything that would hang. */
async function traceOf(path: string): Promise<unknown> {
  const { ino, size, mode, mtimeMs } = await fs.lstat(path);
  return { ino, size, mode, mtimeMs, names: (await fs.readdir(join(path, '..'))).toSorted() };
}

describe.each([
  ['user', USER],
  ['project', PROJECT],
] as const)('a %s file that is', (source, path) => {
  for (const [form, [finds, put]] of Object.entries(FORMS))
    verifies(
      ['config.bad-file', 'config.strict'],
      `${form} counts as absent, is named, and stays unchanged`,
      async () => {
        await put(at(path));
        shut = form === 'unreadable' ? at(path) : '';
        const other = source === 'user' ? PROJECT : USER;
        await fs.writeFile(at(other), '{"balanced_model":"from the other"}');
        const before = await traceOf(at(path));
        const files = opened(honest);
        const found = source === 'user' ? await files.readUser() : await files.readProject();
        expect('obstacle' in found ? found.obstacle : found.found).toBe(finds);

        const log = new RecordingLog();
        const config = serviceOver(files, log);
        await config.load();
        const { values, sources, problems } = config.current();
        expect([values.balanced_model, values.backup_clouddrive, values.backup_retention_days]).toEqual([
          'from the other',
          false,
          30,
        ]);
        expect(sources.balanced_model).toBe(source === 'user' ? 'project' : 'user');
        expect(problems).toEqual([
          expect.objectContaining({
            source,
            says: expect.objectContaining({ code: 'config.ignored' }) as unknown,
          }),
        ]);
        expect(JSON.stringify(problems)).not.toContain(place);
        expect(log.events('warn')).toEqual(['config problem']);
        expect(log.events('error')).toEqual([]);
        expect(await traceOf(at(path))).toEqual(before);
      },
    );
});

describe('reading', () => {
  it.each(['stat', 'open', 'file.stat', 'file.read', 'lstat', 'realpath'])(
    'never throws, whatever the disk does: %s',
    async (fails) => {
      await fs.writeFile(at(USER), '{}');
      const disk = askingDisk((call) => {
        if (call === fails) throw failure('EIO', call);
      });
      const isNeeded = !['lstat', 'realpath'].includes(fails);
      expect(await opened(disk).readUser()).toEqual(
        isNeeded ? { found: 'obstacle', obstacle: 'failed' } : { found: 'text', text: '{}' },
      );
    },
  );

  it.each(['a folder', 'a FIFO', 'a link to a FIFO', 'an endless device', 'of 50 MB'] as const)(
    'does not even open a path that cannot be a config file: %s',
    async (form) => {
      // Opening a device may trigger it, and opening a FIFO wakes the process at its other end.
      await FORMS[form][1](at(USER));
      const calls: string[] = [];
      await opened(askingDisk((call) => void calls.push(call))).readUser();
      expect(calls).toEqual(['stat']);
    },
  );

  it('does not hang at a FIFO that replaces the file just before it is opened', async () => {
    await fs.writeFile(at(USER), '{}');
    const disk = askingDisk((call, path) => {
      if (call !== 'open' || path !== at(USER)) return;
      execFileSync('sh', ['-c', 'rm "$0" && mkfifo "$0"', path]);
    });
    expect(await opened(disk).readUser()).toEqual({ found: 'obstacle', obstacle: 'no_file' });
  });

  it('accepts a file of exactly the maximum size, and not one byte more', async () => {
    await fs.writeFile(at(USER), ' '.repeat(configLimits.fileBytes));
    expect(await opened().readUser()).toMatchObject({ found: 'text' });
    await fs.appendFile(at(USER), ' ');
    expect(await opened().readUser()).toEqual({ found: 'obstacle', obstacle: 'too_large' });
  });

  it('stops at a file longer than its reported size', async () => {
    await fs.writeFile(at(USER), 'short');
    const { size } = await fs.stat(at(USER));
    const lying = new Proxy(systemDisk, {
      get: (disk, key: keyof Disk) =>
        key !== 'open'
          ? disk[key]
          : async (...input: Parameters<Disk['open']>) => {
              const handle = await disk.open(...input);
              const stats = await handle.stat();
              await fs.truncate(at(USER), 3 * configLimits.fileBytes);
              return Object.assign(handle, { stat: async () => Object.assign(stats, { size }) });
            },
    });
    expect(await opened(lying).readUser()).toEqual({ found: 'obstacle', obstacle: 'too_large' });
  });

  it('ignores a byte order mark', async () => {
    await fs.writeFile(at(USER), '\ufeff{}');
    expect(await opened().readUser()).toEqual({ found: 'text', text: '{}' });
  });

  it('follows a link to a file', async () => {
    await fs.writeFile(at('mine.json'), '{}');
    await fs.symlink('../mine.json', at(USER));
    expect(await opened().readUser()).toEqual({ found: 'text', text: '{}' });
  });

  verifies('config.project.allow-list', 'ignores a project file that is the user file', async () => {
    await fs.writeFile(at('project/.svc/config.json'), '{}');
    const same = new DiskConfigFiles({ gate, dataDir: at('project/.svc'), projectDir: at('project') });
    expect([await same.readUser(), await same.readProject()]).toEqual([
      { found: 'text', text: '{}' },
      { found: 'nothing' },
    ]);
    await fs.symlink('project', at('alias'));
    const aliased = new DiskConfigFiles({ gate, dataDir: at('alias/.svc'), projectDir: at('project') });
    expect(await aliased.readProject()).toEqual({ found: 'nothing' });
    await fs.symlink('../project/.svc/config.json', at(USER));
    expect(await opened().readProject()).toEqual({ found: 'nothing' });
  });

  it.each(['socket', 'file in the place of the folder'])('finds no project in a %s', async (kind) => {
    if (kind === 'socket') {
      const server = createServer();
      await new Promise<void>((done) => server.listen(at(PROJECT), done));
      expect(await opened().readProject()).toEqual({ found: 'obstacle', obstacle: 'no_file' });
      await new Promise((done) => server.close(done));
      return;
    }
    await fs.rm(at('project/.svc'), { recursive: true });
    await fs.writeFile(at('project/.svc'), '');
    expect(await opened().readProject()).toEqual({ found: 'nothing' });
  });
});

describe('replacing', () => {
  verifies(
    'config.atomic',
    'the file is readable by its owner only, whatever the umask and whatever was there',
    async () => {
      const umask = process.umask(0);
      try {
        await opened().replaceUser('{}', null);
        expect(await modeOf(USER)).toBe(0o600);
        await fs.chmod(at(USER), 0o666);
        await opened().replaceUser('{"a":1}', null);
        expect([await modeOf(USER), await read(USER)]).toEqual([0o600, '{"a":1}']);
      } finally {
        process.umask(umask);
      }
    },
  );

  it('keeps a link to a file, and replaces the file', async () => {
    await fs.mkdir(at('dotfiles'));
    await fs.writeFile(at('dotfiles/svc.json'), 'old');
    await fs.symlink('../dotfiles/svc.json', at('data/second'));
    await fs.symlink('second', at(USER));
    await opened().replaceUser('new', null);
    expect(await fs.readlink(at(USER))).toBe('second');
    expect([await read('dotfiles/svc.json'), await fs.readdir(at('dotfiles'))]).toEqual([
      'new',
      ['svc.json'],
    ]);
    await opened().replaceUser('newer', 'old');
    expect((await fs.readdir(at('dotfiles'))).toSorted()).toEqual(['svc.json', 'svc.json.old']);
    expect([await read(USER), await read('dotfiles/svc.json.old')]).toEqual(['newer', 'new']);
  });

  it.each(Object.entries(FORMS))(
    'can start afresh in the place of one that is %s',
    async (_form, [, put]) => {
      await put(at(USER));
      const { ino } = await fs.lstat(at(USER));
      await opened().replaceUser('{}', 'aside');
      expect(await read(USER)).toBe('{}');
      expect((await fs.lstat(at(`${USER}.aside`))).ino).toBe(ino);
    },
  );

  for (const code of ['ENOSPC', 'EIO'])
    for (const keepAs of [null, 'aside'])
      verifies(
        'config.atomic',
        `leaves the old content or the new with ${code} at any call${keepAs === null ? '' : ', with the old one set aside'}`,
        async () => {
          const points = await everyFailurePoint(code, true, async (disk, failed) => {
            await fs.rm(at('data'), { recursive: true });
            await fs.mkdir(at('data'));
            await fs.writeFile(at(USER), 'old');
            const outcome: unknown = await opened(disk)
              .replaceUser('new', keepAs)
              .catch((error: unknown) => error);
            const names = (await fs.readdir(at('data'))).toSorted();
            const content = await read(USER);
            if (failed() === undefined) {
              expect([outcome, content]).toEqual([undefined, 'new']);
              expect(names).toEqual(keepAs === null ? ['config.json'] : ['config.json', 'config.json.aside']);
              return;
            }
            const refusal = code === 'ENOSPC' ? 'disk_full' : 'storage_error';
            expect(outcome).toMatchObject({ name: 'Refusal', code: refusal });
            // The new content is already there when only the sync of its folder failed.
            expect(['old', 'new']).toContain(content);
            if (keepAs !== null || failed()?.wasRenamed === false) expect(content).toBe('old');
            expect(names).toEqual(['config.json']);
          });
          expect(points).toEqual(
            expect.arrayContaining(['lstat', 'open', 'file.writeFile', 'file.sync', 'rename']),
          );
        },
      );
});

function serviceOver(files: DiskConfigFiles, log: RecordingLog): ConfigService {
  return new ConfigService({
    files,
    environment: {},
    validator,
    knownSecrets: { learn: () => undefined, unmistakable: () => [] },
    clock: new ManualClock(),
    words: { inEnglish },
    log,
  });
}
