import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { expect } from '@jest/globals';
import { DiskArtifacts } from '../../../src/adapters/out/files/disk-artifacts.ts';
import { DiskApiFiles } from '../../../src/adapters/out/files/api-files.ts';
import type { Disk } from '../../../src/adapters/out/files/disk.ts';
import { DiskTokenFile } from '../../../src/adapters/out/files/token-file.ts';
import { DiskVaultKeyFile } from '../../../src/adapters/out/files/vault-key-file.ts';
import { temporaryPrefix } from '../../../src/core/workspace/files/path.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { askingDisk, everyDeath, everyFailurePoint } from './faulty-disk.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';

const gate = new WriteGate();

/** Each file below the data directory, with its content. */
type Files = Readonly<Record<string, string>>;

interface Change {
  readonly before: Files;
  readonly after: Files;
  readonly run: (dataDir: string, disk: Disk) => Promise<void>;
  /** The calls that make it survive a power cut, in this order. */
  readonly durableBy: readonly string[];
}

const WRITTEN = ['file.writeFile (temporary)', 'file.sync (temporary)', 'rename (temporary)'];

const api = (dataDir: string, disk: Disk) => new DiskApiFiles({ gate, folder: join(dataDir, 'apis'), disk });
const token = (dataDir: string, disk: Disk) => new DiskTokenFile({ gate, dataDir, disk });
const key = (dataDir: string, disk: Disk) => new DiskVaultKeyFile({ gate, dataDir, disk });

verifies('apis.file.atomic', 'the first API profile is complete or absent, wherever the write stops', () =>
  isAllOrNothing({
    before: {},
    after: { 'apis/shop.json': 'new' },
    run: (dataDir, disk) => api(dataDir, disk).write('shop', 'new'),
    durableBy: ['file.sync .', ...WRITTEN, 'file.sync apis'],
  }),
);

verifies('apis.file.atomic', 'an API profile is the old one or the new, wherever the write stops', () =>
  isAllOrNothing({
    before: { 'apis/other.json': 'other', 'apis/shop.json': 'the old one' },
    after: { 'apis/other.json': 'other', 'apis/shop.json': 'new' },
    run: (dataDir, disk) => api(dataDir, disk).write('shop', 'new'),
    durableBy: [...WRITTEN, 'file.sync apis'],
  }),
);

verifies(
  'apis.file.atomic',
  'an API profile is complete or permanently gone, wherever its removal stops',
  () =>
    isAllOrNothing({
      before: { 'apis/other.json': 'other', 'apis/shop.json': 'the old one' },
      after: { 'apis/other.json': 'other' },
      run: (dataDir, disk) => api(dataDir, disk).remove('shop'),
      durableBy: ['unlink apis/shop.json', 'file.sync apis'],
    }),
);

const ARTIFACT = `artifacts/${createHash('sha256').update('new').digest('hex')}`;

verifies(
  'artifacts.contents',
  'the content of an artifact is complete or absent, wherever the write stops',
  () =>
    isAllOrNothing({
      before: {},
      after: { [ARTIFACT]: 'new' },
      run: async (dataDir, disk) => {
        await new DiskArtifacts({ gate, folder: join(dataDir, 'artifacts'), disk }).keep('new');
      },
      durableBy: ['file.sync .', ...WRITTEN, 'file.sync artifacts'],
    }),
);

verifies('auth.token.file', 'the token is the old one or the new, wherever the write stops', async () => {
  for (const before of [{}, { 'token.json': 'the old one' }])
    await isAllOrNothing({
      before,
      after: { 'token.json': 'new' },
      run: (dataDir, disk) => token(dataDir, disk).replace('new'),
      durableBy: [...WRITTEN, 'file.sync .'],
    });
});

verifies('vault.key.file', 'both keys are the old or the new, wherever the write stops', async () => {
  const before = { 'vault.key': 'the old one\n', 'vault.key.next': 'the next one\n' };
  const durableBy = [...WRITTEN, 'file.sync .'];
  await isAllOrNothing({
    before,
    after: { ...before, 'vault.key': 'new\n' },
    run: (dataDir, disk) => key(dataDir, disk).replace('new'),
    durableBy,
  });
  await isAllOrNothing({
    before,
    after: { ...before, 'vault.key.next': 'new\n' },
    run: (dataDir, disk) => key(dataDir, disk).replaceNext('new'),
    durableBy,
  });
  await isAllOrNothing({
    before,
    after: { ...before, 'vault.sealed': 'new' },
    run: (dataDir, disk) => key(dataDir, disk).replaceSealed('new'),
    durableBy,
  });
});

verifies(
  'vault.key.file',
  'the next key is beside the key or in its place, wherever the promotion stops',
  async () => {
    const before = { 'vault.key': 'the old one\n', 'vault.key.next': 'the next one\n' };
    await isAllOrNothing({
      before,
      after: { 'vault.key': 'the next one\n' },
      run: (dataDir, disk) => key(dataDir, disk).promoteNext(),
      durableBy: ['rename vault.key.next', 'file.sync .'],
    });
    await isAllOrNothing({
      before,
      after: { 'vault.key': 'the old one\n' },
      run: (dataDir, disk) => key(dataDir, disk).dropNext(),
      durableBy: ['unlink vault.key.next', 'file.sync .'],
    });
  },
);

async function isAllOrNothing(change: Change): Promise<void> {
  const steps = await stepsOf(change);
  expect(steps).toEqual(change.durableBy);
  const calls = change.durableBy.map((step) => step.split(' ')[0]);
  for (const [code, refusal] of [
    ['ENOSPC', 'disk_full'],
    ['EIO', 'storage_error'],
  ] as const) {
    const failed = await everyFailurePoint(code, true, async (disk, failure) => {
      const dataDir = dirWith(change.before);
      const outcome = await outcomeOf(change.run(dataDir, disk));
      if (failure() !== undefined) expect(outcome).toMatchObject({ name: 'Refusal', code: refusal });
      const possible = failure() === undefined ? [change.after] : [change.before, change.after];
      expect(possible).toContainEqual(filesIn(dataDir));
    });
    expect(failed).toEqual(expect.arrayContaining(calls.filter((call) => call !== 'unlink')));
  }
  const missed = await everyDeath(async (disk, died) => {
    const dataDir = dirWith(change.before);
    const outcome = await outcomeOf(change.run(dataDir, disk));
    expect(outcome === undefined).toBe(!died());
    const left = Object.entries(filesIn(dataDir)).filter(([name]) => !isTemporary(name));
    const possible = died() ? [change.before, change.after] : [change.after];
    expect(possible).toContainEqual(Object.fromEntries(left));
  });
  expect(missed).toEqual(expect.arrayContaining(calls));
}

/** The writes, moves, removals and syncs of the change when nothing fails. */
async function stepsOf({ before, run }: Change): Promise<readonly string[]> {
  const dataDir = dirWith(before);
  const steps: string[] = [];
  const note = (call: string, path: string) => {
    if (!['file.writeFile', 'file.sync', 'rename', 'unlink'].includes(call)) return;
    steps.push(`${call} ${isTemporary(path) ? '(temporary)' : relative(dataDir, path) || '.'}`);
  };
  const disk = askingDisk(note);
  const unlink: Disk['unlink'] = async (path) => {
    note('unlink', String(path));
    await disk.unlink(path);
  };
  await run(dataDir, { ...disk, unlink });
  return steps;
}

const isTemporary = (path: string) => basename(path).startsWith(temporaryPrefix);

const outcomeOf = (running: Promise<void>): Promise<unknown> => running.catch((error: unknown) => error);

function dirWith(files: Files): string {
  const dataDir = realpathSync(temporaryDir());
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dataDir, name)), { recursive: true });
    writeFileSync(join(dataDir, name), text);
  }
  return dataDir;
}

function filesIn(dataDir: string): Files {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(dataDir, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(dataDir, name), 'utf8')]));
}
