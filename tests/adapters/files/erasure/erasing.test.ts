import { inEnglish } from '../../../../src/contract/words/english.ts';
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { systemDisk, type Disk } from '../../../../src/adapters/out/files/disk.ts';
import { walk } from '../../../../src/adapters/out/files/erasure/walk.ts';
import { fateOf } from '../../../../src/core/keeping/erasure/plan.ts';
import { temporaryDir } from '../../../harness/in-process-engine.ts';
import { verifies } from '../../../spec/verifies.ts';
import { askingDisk, failure } from '../faulty-disk.ts';
import { begun, erasingIn, ERASURE, GOES, namesOf, seen, STAYS, write } from './erasing-parts.ts';

/** A disk on which these names can be neither moved nor removed. */
const refusing = (isIt: (path: string) => boolean, calls = ['rename', 'unlink', 'rmdir']): Disk => {
  const refused =
    (call: string) =>
    async (path: unknown, ...rest: unknown[]) => {
      if (isIt(String(path))) throw failure('EPERM', call);
      return await (systemDisk[call as 'unlink'] as (...input: unknown[]) => Promise<never>)(path, ...rest);
    };
  return { ...systemDisk, ...Object.fromEntries(calls.map((call) => [call, refused(call)])) };
};

verifies(
  'data.delete.honest',
  'what cannot be removed is named, and what is new in its old place is not touched when it is tried again',
  async () => {
    const dataDir = await begun();
    // Moved, but it cannot be removed there.
    const { erasing, log } = erasingIn(dataDir, {
      disk: refusing((path) => path.endsWith('a.txt'), ['unlink']),
    });
    await erasing.goOn();
    const left = `erasure-going/${ERASURE}/workspace/deep/a.txt`;
    expect(await erasing.last()).toMatchObject({ status: 'incomplete' });
    expect(await namesOf(dataDir)).toContain(left);
    expect(log.events('error')).toHaveLength(1);
    expect(Object.keys(seen(dataDir))).toEqual([left, ...Object.keys(STAYS).toSorted()]);
    write(dataDir, { 'workspace/deep/a.txt': 'new', 'history.db': 'new' });
    await erasingIn(dataDir).erasing.goOn();
    expect(seen(dataDir)).toEqual({ 'history.db': 'new', 'workspace/deep/a.txt': 'new', ...STAYS });
    expect(await erasing.last()).toMatchObject({ status: 'completed' });
    expect(await namesOf(dataDir)).not.toContain(left);
  },
);

verifies(
  'data.delete.honest',
  'an entry that can neither be moved nor removed is tried again by its name',
  async () => {
    const dataDir = await begun();
    const now = Math.max(
      ...['config.json', 'workspace/deep/a.txt'].map((path) => statSync(join(dataDir, path)).birthtimeMs),
    );
    const disk = refusing((path) => path.endsWith('/config.json') || path.endsWith('/workspace'));
    const { erasing } = erasingIn(dataDir, { disk, now });
    await erasing.goOn();
    expect(await erasing.last()).toMatchObject({
      status: 'incomplete',
      stuck: [
        { folder: null, name: 'config.json' },
        { folder: null, name: 'workspace' },
      ],
    });
    // The engine has run since, and so has its owner.
    const young = join(dataDir, 'workspace/young.txt');
    do {
      rmSync(young, { force: true });
      writeFileSync(young, 'young');
    } while (statSync(young).birthtimeMs <= now);
    expect(await namesOf(dataDir)).toContain('config.json');
    // What is sealed or kept in place of a file that goes is not touched.
    write(dataDir, { 'history.db': 'new' });
    await erasingIn(dataDir).erasing.goOn();
    expect(seen(dataDir)).toEqual({ 'history.db': 'new', 'workspace/young.txt': 'young', ...STAYS });
  },
);

test('a folder in the place of a file goes as well', async () => {
  const dataDir = await begun();
  write(dataDir, { 'logins.json/inner.txt': 'secret', 'restore.json/inner.txt': 'secret' });
  await erasingIn(dataDir).erasing.goOn();
  expect(seen(dataDir)).toEqual(STAYS);
});

verifies('data.delete.reach', 'backups and the vault key stay if they are kept, and are named', async () => {
  const dataDir = await begun({ keepBackups: true });
  const notes = { 'backups.json': '{}', 'uploads.json': '{"mark":"m1","uploads":{}}' };
  write(dataDir, notes);
  await erasingIn(dataDir).erasing.goOn();
  const backup = 'backups/20261123T010203456Z/manifest.json';
  expect(seen(dataDir)).toMatchObject({ [backup]: 'secret', 'vault.key': 'secret', ...STAYS });
  expect(Object.keys(seen(dataDir)).toSorted()).toEqual(
    [backup, 'vault.key', ...Object.keys({ ...STAYS, ...notes })].toSorted(),
  );
  const { remains = [] } = (await erasingIn(dataDir).erasing.last()) ?? {};
  const told = Object.fromEntries(
    remains.map(({ what, why, how }) => [inEnglish(what), inEnglish([why, how])]),
  );
  expect(told).toMatchObject({
    backups: expect.stringMatching(/^You chose to keep them\. .*svc backup delete/u),
    'vault.key': 'It opens the backups that you kept. Keep it as long as you keep them.',
    'backups.json': expect.stringMatching(/^It describes the backups that you kept\./u),
    'token.json': expect.anything(),
  });
  // Notes of no copy say nothing.
  expect(told).not.toHaveProperty(['uploads.json']);
});

verifies(
  'data.delete.links',
  'links are removed as links, what they lead to stays, and a file with another name keeps its content',
  async () => {
    const outside = temporaryDir();
    write(outside, { 'precious.txt': 'precious', 'folder/b.txt': 'precious' });
    const dataDir = await begun();
    symlinkSync(join(outside, 'folder'), join(dataDir, 'workspace/link'));
    symlinkSync(join(outside, 'precious.txt'), join(dataDir, 'workspace/deep/link.txt'));
    linkSync(join(outside, 'precious.txt'), join(dataDir, 'workspace/hard.txt'));
    symlinkSync(outside, join(dataDir, 'sweeps'));
    const { disk, erasing } = erasingIn(dataDir);
    const found = await disk.find((name) => fateOf(name, false) !== 'stays', []);
    // In the workspace any program may make links: they need no word of the owner.
    expect(found.unknown).toEqual(['sweeps']);
    await erasing.goOn();
    expect(seen(dataDir)).toEqual(STAYS);
    expect(seen(outside)).toEqual({ 'folder/b.txt': 'precious', 'precious.txt': 'precious' });
  },
);

verifies(
  'data.delete.unknown',
  'what is not from svc is found, wherever it lies; other file systems are found and never looked into',
  async () => {
    const dataDir = temporaryDir();
    write(dataDir, {
      ...GOES,
      ...STAYS,
      'notes.txt': 'mine',
      'mine/a.txt': 'mine',
      'apis/deep/x.json': 'mine',
    });
    const mounts = async () => ['/', join(dataDir, 'workspace'), join(dataDir, 'apis/mnt'), `${dataDir}-2`];
    mkdirSync(join(dataDir, 'apis/mnt'));
    const found = await erasingIn(dataDir, { mounts }).disk.find(
      (name) => fateOf(name, false) !== 'stays',
      [],
    );
    expect(found.unknown.toSorted()).toEqual(['apis/deep', 'apis/mnt', 'mine', 'notes.txt']);
    expect(found).toMatchObject({ mounted: ['workspace'], mountedWithin: ['apis/mnt'] });
    const kept = await erasingIn(dataDir, { mounts: async () => [join(dataDir, 'backups')] }).disk.find(
      (name) => fateOf(name, true) !== 'stays',
      [],
    );
    expect(kept).toMatchObject({ mounted: [], mountedWithin: [] });
  },
);

verifies('data.delete.honest', 'a file whose name is not UTF-8 goes as well, or is named', async () => {
  for (const calls of [[], ['rename']]) {
    const dataDir = await begun();
    const odd = Buffer.from(`${dataDir}/workspace/deep/M\xfcller.txt`, 'latin1');
    writeFileSync(odd, 'secret');
    const disk = refusing((path) => path.includes('svc-erasing') || path.includes('\uFFFD'), calls);
    const { erasing } = erasingIn(dataDir, { disk });
    await erasing.goOn();
    const isGone = calls.length === 0;
    expect(await erasing.last()).toMatchObject({ status: isGone ? 'completed' : 'incomplete' });
    if (isGone) expect(seen(dataDir)).toEqual(STAYS);
    else expect((await namesOf(dataDir)).join()).toContain('ller.txt');
  }
});

test('content is overwritten before its name goes', async () => {
  const dataDir = await begun();
  // What has the file open sees what is left on the disk.
  const still = openSync(join(dataDir, 'history.db'), 'r');
  const calls: string[] = [];
  const disk = askingDisk((call, path) => void calls.push(`${call} ${path.replace(/^.*\//u, '')}`));
  await erasingIn(dataDir, { disk }).erasing.goOn();
  for (const name of ['history.db', 'history.db-wal', 'a.txt', 'vault.key'])
    expect(calls).toEqual(expect.arrayContaining([`file.write ${name}`, `file.datasync ${name}`]));
  expect(readFileSync(still)).toEqual(Buffer.alloc('secret'.length));
  closeSync(still);
});

verifies('data.delete.scan', 'a file that stays and holds a word of the erased data is named', async () => {
  const dataDir = await begun();
  write(dataDir, { 'pricing.json': `${'x'.repeat(65_530)} Anna Weber` });
  await erasingIn(dataDir).erasing.goOn();
  const { remains } = (await erasingIn(dataDir).erasing.last()) ?? { remains: [] };
  expect(
    remains.filter(({ what }) => inEnglish(what) === 'pricing.json').map(({ why }) => inEnglish(why)),
  ).toEqual([expect.stringContaining('contains a name'), expect.stringContaining('prices of models')]);
  expect(readFileSync(join(dataDir, 'erasure.json'), 'utf8')).not.toContain('Weber');
});

test('notes of uploads lose the address of the account, and keep what the copies are known by', async () => {
  const dataDir = await begun();
  const note = { status: 'complete', account: 'anna@weber.example', problem: 'of anna', folderId: 'f1' };
  write(dataDir, {
    'uploads.json': JSON.stringify({ mark: 'm1', uploads: { a: note } }),
    'clouddrive-backup-root': 'r1',
  });
  await erasingIn(dataDir).erasing.goOn();
  const text = readFileSync(join(dataDir, 'uploads.json'), 'utf8');
  expect(text).not.toContain('anna');
  expect(JSON.parse(text)).toMatchObject({ mark: 'm1', uploads: { a: { folderId: 'f1' } } });
  expect((await namesOf(dataDir)).join()).toContain('Backups in your cloud drive');
});

test('a record that cannot be understood stops the start, and removes nothing', async () => {
  const dataDir = await begun();
  const bad = [
    'nothing',
    '{"phase":"aside"}',
    readFileSync(join(dataDir, 'erasure.json'), 'utf8').replace(
      '"stuck": []',
      '"stuck": [{"folder":"/etc","name":"x"}]',
    ),
    readFileSync(join(dataDir, 'erasure.json'), 'utf8').replace(
      '"stuck": []',
      '"stuck": [{"folder":null,"name":".."}]',
    ),
  ];
  for (const text of bad) {
    writeFileSync(join(dataDir, 'erasure.json'), text);
    await expect(erasingIn(dataDir).erasing.goOn()).rejects.toThrow('erasure.json');
  }
  expect(seen(dataDir)).toEqual(
    Object.fromEntries(Object.entries({ ...GOES, ...STAYS }).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );
});

test('of a folder that cannot be read the rest is walked; what is walked is a folder that can', async () => {
  const dataDir = temporaryDir();
  write(dataDir, { 'a.txt': 'a', 'closed/b.txt': 'b' });
  const walked = async (root: string, disk = systemDisk) => {
    const paths: string[] = [];
    for await (const { path } of walk(root, disk, () => true)) paths.push(path);
    return paths.toSorted();
  };
  const closed = (name: string) => refusing((path) => path.endsWith(name), ['opendir']);
  expect(await walked(dataDir, closed('closed'))).toEqual(['a.txt', 'closed']);
  expect(await walked(join(dataDir, 'a.txt'))).toEqual([]);
  await expect(walked(dataDir, closed(dataDir))).rejects.toMatchObject({ code: 'EPERM' });
});

verifies('data.delete.honest', 'that all is removed is durable, or named as what is not', async () => {
  const emptied = join(temporaryDir(), 'files');
  const asked: string[] = [];
  const dataDir = await begun({ emptied: [emptied] });
  write(emptied, { 'a.txt': 'secret' });
  const recorded = erasingIn(dataDir, { disk: askingDisk((call, path) => asked.push(`${call} ${path}`)) });
  await recorded.disk.aside(ERASURE, { folder: emptied, name: 'a.txt' });
  asked.length = 0;
  expect(await recorded.disk.remove([emptied])).toEqual([]);
  expect(seen(emptied)).toEqual({});
  const lastGone = asked.findLastIndex((one) => one.startsWith('rmdir'));
  expect(lastGone).toBeGreaterThan(-1);
  expect(asked.slice(lastGone).filter((one) => one.startsWith('file.sync'))).toEqual([
    `file.sync ${dataDir}`,
    `file.sync ${emptied}`,
  ]);

  const failing = askingDisk((call) => {
    if (call === 'file.sync') throw failure('EIO', call);
  });
  expect(await erasingIn(dataDir, { disk: failing }).disk.remove([emptied])).toEqual([
    { path: basename(dataDir), code: 'EIO' },
    { path: emptied, code: 'EIO' },
  ]);
});
