import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  existsSync,
  lstatSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DiskWorkspace } from '../../../../src/adapters/out/files/disk-workspace.ts';
import { pinFiles } from '../../../../src/adapters/out/files/backup/pinned-files.ts';
import { backupPlan } from '../../../../src/core/keeping/backups/plan.ts';
import { entryOf, scratchFolder } from '../../../../src/core/instance/data-directory/inventory.ts';
import { WriteGate } from '../../../../src/core/kernel/write-gate.ts';
import { temporaryDir } from '../../../harness/in-process-engine.ts';
import { verifies } from '../../../spec/verifies.ts';

function aDirectory(): { readonly dataDir: string; readonly held: string } {
  const dataDir = temporaryDir();
  for (const folder of ['apis', 'changesets', 'workspace', 'workspace/notes', 'backups'])
    mkdirSync(join(dataDir, folder));
  const files = [
    'config.json',
    'vault.key',
    'token.json',
    'apis/shop.json',
    'apis/.svc-tmp-1',
    'changesets/1',
    'workspace/a',
    'workspace/notes/b',
    'backups/x',
    'unknown',
  ];
  for (const name of files) writeFileSync(join(dataDir, name), name);
  return { dataDir, held: join(dataDir, scratchFolder, 'held') };
}

const pin = ({ dataDir, held }: ReturnType<typeof aDirectory>) => pinFiles(dataDir, backupPlan, true, held);

verifies('promise.backup.coverage', 'what the inventory lists is held, and nothing else', async () => {
  const directory = aDirectory();
  const { entries } = await pin(directory);
  expect(entries.map(({ path }) => path).toSorted()).toEqual([
    'apis',
    'apis/shop.json',
    'changesets',
    'changesets/1',
    'config.json',
    'workspace',
    'workspace/a',
    'workspace/notes',
    'workspace/notes/b',
  ]);
});

verifies(
  'promise.backup.one-point',
  'a file that is replaced or removed afterwards is held as it was',
  async () => {
    const directory = aDirectory();
    const { dataDir } = directory;
    const { entries } = await pin(directory);
    writeFileSync(join(dataDir, 'new'), 'new');
    renameSync(join(dataDir, 'new'), join(dataDir, 'workspace/a'));
    rmSync(join(dataDir, 'config.json'));
    const heldAt = (path: string) => entries.find((entry) => entry.path === path)?.heldAt ?? '';
    expect(readFileSync(heldAt('workspace/a'), 'utf8')).toBe('workspace/a');
    expect(readFileSync(heldAt('config.json'), 'utf8')).toBe('config.json');
  },
);

test('links and special files of the workspace are named and left out; a state file that is a link is its content', async () => {
  const directory = aDirectory();
  const { dataDir } = directory;
  symlinkSync('/etc/passwd', join(dataDir, 'workspace/link'));
  symlinkSync(dataDir, join(dataDir, 'workspace/folder'));
  execFileSync('mkfifo', [join(dataDir, 'workspace/pipe')]);
  const dotfiles = temporaryDir();
  renameSync(join(dataDir, 'config.json'), join(dotfiles, 'config.json'));
  symlinkSync(join(dotfiles, 'config.json'), join(dataDir, 'config.json'));
  const { entries, skipped, skippedCount } = await pin(directory);
  expect(skipped).toEqual([
    { path: 'workspace/folder', reason: 'link' },
    { path: 'workspace/link', reason: 'link' },
    { path: 'workspace/pipe', reason: 'special' },
  ]);
  expect(skippedCount).toBe(3);
  expect(readFileSync(entries.find(({ path }) => path === 'config.json')?.heldAt ?? '', 'utf8')).toBe(
    'config.json',
  );
});

test('rights and times of the workspace are kept; state files have none of their own', async () => {
  const directory = aDirectory();
  chmodSync(join(directory.dataDir, 'workspace/a'), 0o755);
  const { entries } = await pin(directory);
  const { mtimeMs } = statSync(join(directory.dataDir, 'workspace/a'));
  expect(entries.find(({ path }) => path === 'workspace/a')).toMatchObject({
    mode: 0o755,
    modifiedAt: Math.trunc(mtimeMs),
  });
  expect(entries.find(({ path }) => path === 'config.json')).toMatchObject({ mode: null, modifiedAt: null });
});

test('the agent reads and changes a file of the workspace while it is held, and no other file of the data directory', async () => {
  const directory = aDirectory();
  const { dataDir } = directory;
  await pin(directory);
  const workspace = new DiskWorkspace({ root: join(dataDir, 'workspace'), dataDir, gate: new WriteGate() });
  await workspace.write(['a'], new TextEncoder().encode('changed'));
  expect(readFileSync(join(dataDir, 'workspace/a'), 'utf8')).toBe('changed');
  expect(readFileSync(join(directory.held, 'workspace/a'), 'utf8')).toBe('workspace/a');
  linkSync(join(dataDir, 'vault.key'), join(dataDir, 'workspace/key'));
  await expect(workspace.write(['key'], new TextEncoder().encode('x'))).rejects.toMatchObject({
    code: 'outside_workspace',
  });
});

verifies(
  'promise.backup.coverage',
  'names with line breaks are held, and those that are not UTF-8 are named and counted',
  async () => {
    const directory = aDirectory();
    const workspace = join(directory.dataDir, 'workspace');
    const odd = ['a\nb', 'a\u2028b', 'a\rb', '\u0001', 'x'.repeat(255)];
    for (const name of odd) writeFileSync(join(workspace, name), name);
    writeFileSync(Buffer.concat([Buffer.from(`${workspace}/`), Buffer.from([0x66, 0xff])]), 'x');
    const { entries, skipped, skippedCount } = await pin(directory);
    const paths = entries.map(({ path }) => path);
    for (const name of odd) expect(paths).toContain(`workspace/${name}`);
    expect(paths.map((path) => entryOf(path))).not.toContain(null);
    expect([skipped, skippedCount]).toEqual([[{ path: 'workspace/f\\xFF', reason: 'name' }], 1]);
  },
);

test("a hard link of a file of the engine is left out: its content is not the agent's", async () => {
  const directory = aDirectory();
  linkSync(join(directory.dataDir, 'vault.key'), join(directory.dataDir, 'workspace/key'));
  const { entries, skipped } = await pin(directory);
  expect(entries.map(({ path }) => path)).not.toContain('workspace/key');
  expect(skipped).toEqual([{ path: 'workspace/key', reason: 'link' }]);
});

test('a program that turns a file into a link and back, all the time, brings nothing else into the backup', async () => {
  const directory = aDirectory();
  const { dataDir } = directory;
  const path = join(dataDir, 'workspace/flips');
  const flipping = spawn(process.execPath, [
    '-e',
    `const fs = require('node:fs'); const [path, target] = process.argv.slice(1);
     for (;;) { for (const make of [() => fs.writeFileSync(path + '.n', 'mine'), () => fs.symlinkSync(target, path + '.n')]) { make(); fs.renameSync(path + '.n', path); } }`,
    path,
    join(dataDir, 'vault.key'),
  ]);
  try {
    while (!existsSync(path)) await new Promise((resolve) => setImmediate(resolve));
    for (let round = 0; round < 100; round += 1) {
      const held = join(dataDir, scratchFolder, `held-${round}`);
      const { entries } = await pinFiles(dataDir, backupPlan, true, held);
      for (const { heldAt } of entries.filter((entry) => entry.path === 'workspace/flips'))
        expect(lstatSync(heldAt ?? '').isFile()).toBe(true);
    }
  } finally {
    flipping.kill('SIGKILL');
  }
});
