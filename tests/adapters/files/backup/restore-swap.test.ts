import type { Says } from '../../../../src/core/kernel/says.ts';
import { say } from '../../../../src/core/keeping/backups/says.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { DiskRestore } from '../../../../src/adapters/out/files/backup/restore-disk.ts';
import { DiskRestoresFile } from '../../../../src/adapters/out/files/backup/state-files.ts';
import type { Disk } from '../../../../src/adapters/out/files/disk.ts';
import type { ManifestFile } from '../../../../src/core/keeping/backups/model.ts';
import { RestoreOutcomes } from '../../../../src/core/keeping/backups/restore-outcomes.ts';
import { fileSetsOf } from '../../../../src/core/keeping/backups/restore-plan.ts';
import { RestoreSwap } from '../../../../src/core/keeping/backups/restore-swap.ts';
import { WriteGate } from '../../../../src/core/kernel/write-gate.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { RecordingLog } from '../../../doubles/recording-log.ts';
import { temporaryDir } from '../../../harness/in-process-engine.ts';
import { verifies } from '../../../spec/verifies.ts';
import { everyDeath, everyFailurePoint } from '../faulty-disk.ts';

// Every call to the disk is a run of its own.
jest.setTimeout(90_000);

const OPERATION = '01a20563-0198-706a-a7bb-fd5e086fd994';
/** A database with a log that was not checkpointed, one that the backup does not have, and folders. */
const OLD = {
  'history.db': 'old',
  'history.db-wal': 'old',
  'history.db-shm': 'old',
  'vault.db': 'old',
  'config.json': 'old',
  'apis/shop.json': 'old',
  'apis/gone.json': 'old',
  'workspace/a.txt': 'old',
  // In no backup: these stay.
  'vault.key': 'kept',
  'token.json': 'kept',
};
const NEW = {
  'history.db': 'new',
  'memory.db': 'new',
  'instance.json': 'new',
  'apis/shop.json': 'new',
  'workspace/b.txt': 'new',
};
const RESTORED = { ...NEW, 'vault.key': 'kept', 'token.json': 'kept' };

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Everything but what restores keep for themselves. */
function seen(dataDir: string): Readonly<Record<string, string>> {
  const paths = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(dataDir, path)).isFile() && !/^(?:restore|\.svc-tmp)/u.test(path))
    .toSorted();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(dataDir, path), 'utf8')]));
}

const inOrder = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const listed: readonly ManifestFile[] = ['history.db', 'memory.db', 'instance.json', 'apis', 'workspace'].map(
  (path) => ({
    path,
    kind: 'file',
    sizeBytes: 3,
    contentBytes: 3,
    sha256: null,
    mode: null,
    modifiedAt: null,
  }),
);
const sets = fileSetsOf({ files: listed, workspace: 'included', skipped: [] } as never);

function swapIn(dataDir: string, disk?: Disk) {
  const deps = { dataDir, gate: new WriteGate(), ...(disk && { disk }) };
  const outcomes = new RestoreOutcomes(new DiskRestoresFile(deps));
  const parts = { disk: new DiskRestore(deps), outcomes, clock: new ManualClock(), log: new RecordingLog() };
  return { ...parts, swap: new RestoreSwap(parts) };
}

/** A data directory in which a restore was begun. */
async function begun(inNoBackup = 0): Promise<string> {
  const dataDir = temporaryDir();
  write(dataDir, OLD);
  write(join(dataDir, 'restore-staging', OPERATION), NEW);
  await swapIn(dataDir).swap.begin({
    operationId: OPERATION,
    backupId: '20261123T010203456Z',
    safetyBackupId: '20261123T010203457Z',
    startedAt: 0,
    restoredFiles: 5,
    inNoBackup,
    sets,
    problems: [],
  });
  return dataDir;
}

const NOT_STARTED = say('restore.not-started', { why: { quoted: 'It fails' } });

/** A later start, and what became of the restore. */
async function next(dataDir: string, problem: Says | null = null) {
  const { swap, outcomes } = swapIn(dataDir);
  if (await swap.goOn(problem)) await swap.confirm();
  return (await outcomes.get(OPERATION))?.status;
}

const nothingLeft = (dataDir: string): void => {
  for (const name of ['restore.json', 'restore-staging', 'restore-aside'])
    expect([name, existsSync(join(dataDir, name))]).toEqual([name, false]);
};

verifies(
  ['backups.restore.all-or-nothing', 'backups.restore.whole-sets', 'promise.restore.kill'],
  'whatever call to the disk the process dies at, the next start has all of the backup, and no log of the earlier database',
  async () => {
    let lastDir = '';
    const calls = await everyDeath(async (disk, died) => {
      const dataDir = await begun();
      const { swap } = swapIn(dataDir, disk);
      const isOnRestored = await swap.goOn().catch(() => false);
      // An engine that starts makes logs of its own.
      if (isOnRestored && !died()) writeFileSync(join(dataDir, 'memory.db-wal'), 'new');
      if (isOnRestored) await swap.confirm().catch(() => undefined);
      const hasLog = existsSync(join(dataDir, 'memory.db-wal'));
      expect(await next(dataDir)).toBe('completed');
      expect(seen(dataDir)).toEqual(inOrder({ ...RESTORED, ...(hasLog && { 'memory.db-wal': 'new' }) }));
      lastDir = dataDir;
    });
    nothingLeft(lastDir);
    expect(calls.filter((call) => call === 'rename').length).toBeGreaterThan(15);
    expect(calls).toContain('file.sync');
  },
);

verifies(
  'backups.restore.all-or-nothing',
  'whatever call to the disk the process dies at while a restore is undone, the next start has all that was there before',
  async () => {
    let lastDir = '';
    await everyDeath(async (disk) => {
      const dataDir = await begun();
      expect(await swapIn(dataDir).swap.goOn()).toBe(true);
      // What the engine made before it failed on the restored files.
      write(dataDir, { 'history.db-wal': 'new', 'config.json': 'new' });
      await swapIn(dataDir, disk)
        .swap.goOn(NOT_STARTED)
        .catch(() => false);
      expect(await next(dataDir, NOT_STARTED)).toBe('undone');
      expect(seen(dataDir)).toEqual(inOrder(OLD));
      lastDir = dataDir;
    });
    nothingLeft(lastDir);
  },
);

verifies(
  'backups.restore.all-or-nothing',
  'whatever call to the disk fails, everything is of one of the two states once the disk works',
  async () => {
    const found = new Set<string>();
    await everyFailurePoint('EIO', true, async (disk) => {
      const dataDir = await begun();
      const { swap } = swapIn(dataDir, disk);
      if (await swap.goOn().catch(() => false)) await swap.confirm().catch(() => undefined);
      const status = await next(dataDir);
      found.add(String(status));
      expect(seen(dataDir)).toEqual(inOrder(status === 'completed' ? RESTORED : OLD));
      nothingLeft(dataDir);
    });
    expect([...found].toSorted()).toEqual(['completed', 'undone']);
  },
);

verifies(
  'backups.restore.in-no-backup',
  'whatever call to the disk the process dies at, an earlier workspace of which something is in no backup is kept or put back',
  async () => {
    const kept = `workspace-before-${OPERATION}`;
    let lastDir = '';
    await everyDeath(async (disk) => {
      const dataDir = await begun(2);
      const { swap } = swapIn(dataDir, disk);
      if (await swap.goOn().catch(() => false)) await swap.confirm().catch(() => undefined);
      expect(await next(dataDir)).toBe('completed');
      expect(seen(dataDir)).toEqual(inOrder({ ...RESTORED, [`${kept}/a.txt`]: 'old' }));
      const { problems } = (await swapIn(dataDir).outcomes.get(OPERATION)) ?? {};
      expect(problems).toEqual([say('restore.workspace-kept', { entries: 2, name: kept })]);
      lastDir = dataDir;
    });
    nothingLeft(lastDir);
    // An engine that does not start on the restored files takes it back.
    await everyDeath(async (disk) => {
      const dataDir = await begun(2);
      expect(await swapIn(dataDir).swap.goOn()).toBe(true);
      await swapIn(dataDir, disk)
        .swap.goOn(NOT_STARTED)
        .catch(() => false);
      expect(await next(dataDir, NOT_STARTED)).toBe('undone');
      expect(seen(dataDir)).toEqual(inOrder(OLD));
    });
  },
);

test('an engine that dies each time it starts on the restored files gets the earlier ones back', async () => {
  const dataDir = await begun();
  for (let start = 1; start <= 3; start += 1) expect(await swapIn(dataDir).swap.goOn()).toBe(true);
  expect(await next(dataDir)).toBe('undone');
  expect(seen(dataDir)).toEqual(inOrder(OLD));
});

test('without the staged files nothing is moved', async () => {
  const dataDir = await begun();
  await swapIn(dataDir).disk.clear();
  expect(await next(dataDir)).toBe('failed');
  expect(seen(dataDir)).toEqual(inOrder(OLD));
  nothingLeft(dataDir);
});

test('an intent that cannot be understood stops the start, and moves nothing', async () => {
  const dataDir = await begun();
  writeFileSync(join(dataDir, 'restore.json'), '{"phase":"aside","sets":[{"out":["../x"],"in":[]}]}');
  await expect(swapIn(dataDir).swap.goOn()).rejects.toThrow('restore.json');
  expect(seen(dataDir)).toEqual(inOrder(OLD));
});
