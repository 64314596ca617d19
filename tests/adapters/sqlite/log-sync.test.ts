import { describe, expect, test } from '@jest/globals';
import { logDisk } from '../../../src/adapters/out/sqlite/log-disk.ts';
import { BackgroundLogSync } from '../../../src/adapters/out/sqlite/log-sync.ts';
import { SqliteJournal } from '../../../src/adapters/out/sqlite/journal.ts';
import { openDatabase } from '../../../src/adapters/out/sqlite/open.ts';
import type { Durability } from '../../../src/core/ports/journal.ts';
import { openMemory, memoryOver } from '../../../src/adapters/out/sqlite/memory/open.ts';
import { openReader } from '../../../src/adapters/out/sqlite/open.ts';
import { WriteGate } from '../../../src/core/kernel/write-gate.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { adding, commitTo, someEntries } from '../../ports/memory-builders.ts';
import { verifies } from '../../spec/verifies.ts';
import { bytesOf, copyAsAfterACrash, inFile, newFile } from './database-files.ts';

interface Sync {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Each sync waits in `syncs` until the test decides its outcome. */
function diskUnderTest(syncs: Sync[]) {
  const disk = {
    fails: false,
    rewrites: 0,
    sync: (): Promise<void> => {
      const { promise, ...sync } = Promise.withResolvers<void>();
      syncs.push(sync);
      return promise;
    },
    rewrite: (log: string) => {
      if (disk.fails) throw Object.assign(new Error('EIO'), { code: 'SQLITE_IOERR' });
      disk.rewrites += 1;
      logDisk.rewrite(log);
    },
  };
  return disk;
}

/** A database in a file: each sync of its log waits until the test decides the outcome. */
function notes() {
  const file = newFile();
  const { connection, prepare, close } = openDatabase(file);
  connection.exec('CREATE TABLE notes (text TEXT)');
  const clock = new ManualClock();
  const syncs: Sync[] = [];
  const disk = diskUnderTest(syncs);
  const log = new RecordingLog();
  const sync = new BackgroundLogSync(`${file}-wal`, { clock, disk, log });
  const journal = new SqliteJournal<{ readonly change: 'add'; readonly text: string }>(
    { connection, prepare, sync },
    {
      add: ({ text }) => [{ sql: 'INSERT INTO notes VALUES (?)', parameters: [text] }],
    },
  );
  const acknowledged: string[] = [];
  const add = (text: string, durability?: Durability) => {
    const added = journal.commit([{ change: 'add', text }], durability);
    added.then(
      () => acknowledged.push(text),
      () => undefined,
    );
    return added;
  };
  const written = () => connection.prepare('SELECT text FROM notes').pluck().all();
  return { file, clock, syncs, sync, disk, log, add, acknowledged, written, close };
}

const settled = async (): Promise<void> => {
  for (let tick = 0; tick < 3; tick += 1) await new Promise(setImmediate);
};
const failure = () => Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });

verifies(
  'engine.databases',
  'a commit is acknowledged once its sync has ended; others are written meanwhile',
  async () => {
    const { add, acknowledged, syncs, written } = notes();
    void add('first');
    await settled();
    expect([written(), acknowledged, syncs.length]).toEqual([['first'], [], 1]);
    void add('second');
    void add('third');
    await add('streamed', 'written');
    expect([written().length, acknowledged, syncs.length]).toEqual([4, ['streamed'], 1]);
    syncs[0]?.resolve();
    await settled();
    // The sync that was under way may have begun before these were written: both share the next.
    expect([acknowledged, syncs.length]).toEqual([['streamed', 'first'], 2]);
    syncs[1]?.resolve();
    await settled();
    expect(acknowledged).toEqual(['streamed', 'first', 'second', 'third']);
  },
);

verifies('engine.databases', 'written commits are synced together after a second', async () => {
  const { add, clock, syncs, file } = notes();
  await add('a', 'written');
  await clock.advance(500);
  await add('b', 'written');
  expect(
    inFile(copyAsAfterACrash(file), (copy) => copy.prepare('SELECT count(*) FROM notes').pluck().get()),
  ).toBe(2);
  await clock.advance(499);
  expect(syncs).toHaveLength(0);
  await clock.advance(1);
  expect(syncs).toHaveLength(1);
});

describe('a failed sync', () => {
  verifies('crash.io-errors', 'is repaired by writing the log once more, and then acknowledged', async () => {
    const { file, disk, add, acknowledged, syncs, written, close } = notes();
    void add('kept');
    await settled();
    const before = bytesOf(file);
    syncs[0]?.reject(failure());
    await settled();
    expect([acknowledged, disk.rewrites]).toEqual([['kept'], 1]);
    expect(bytesOf(file)).toEqual(before);
    void add('next');
    await settled();
    expect(written()).toEqual(['kept', 'next']);
    await close();
  });

  verifies('crash.io-errors', 'refuses every commit while the log cannot be written', async () => {
    const { disk, add, syncs, written } = notes();
    const first = add('uncertain');
    await settled();
    const second = add('written meanwhile');
    await settled();
    disk.fails = true;
    syncs[0]?.reject(failure());
    await expect(first).rejects.toMatchObject({ code: 'storage_error' });
    // Its own sync would succeed, and leave the hole before it.
    await expect(second).rejects.toMatchObject({ code: 'storage_error' });
    await expect(add('refused')).rejects.toMatchObject({ code: 'storage_error' });
    await expect(add('refused, too', 'written')).rejects.toMatchObject({ code: 'storage_error' });
    disk.fails = false;
    const next = add('accepted');
    await settled();
    syncs[1]?.resolve();
    await next;
    expect(written()).toEqual(['uncertain', 'written meanwhile', 'accepted']);
  });

  verifies(
    'crash.io-errors',
    'keeps the log from a checkpoint at the close until it is repaired',
    async () => {
      const { disk, sync, add, syncs } = notes();
      disk.fails = true;
      const added = add('uncertain');
      await settled();
      syncs[0]?.reject(failure());
      await expect(added).rejects.toMatchObject({ code: 'storage_error' });
      expect(await sync.close()).toBe(false);
      disk.fails = false;
      expect(await sync.close()).toBe(true);
    },
  );
});

describe('a person reads', () => {
  /** Commits, and fails the sync. */
  async function failing({ add, syncs }: ReturnType<typeof notes>, text: string): Promise<void> {
    const added = add(text).catch(() => undefined);
    await settled();
    syncs.at(-1)?.reject(failure());
    await added;
  }

  verifies(
    'crash.io-errors.told',
    'that a sync failed and what it means, once until one succeeds',
    async () => {
      const opened = notes();
      const { log, syncs, add } = opened;
      for (const text of ['one', 'two', 'three']) await failing(opened, text);
      expect(log.lines).toEqual([
        {
          level: 'warn',
          event: expect.stringContaining('written once more and is on disk, so nothing is lost'),
          facts: { store: 'history.db', problem: 'EIO: i/o error, fdatasync' },
        },
      ]);
      void add('synced');
      await settled();
      syncs.at(-1)?.resolve();
      await settled();
      expect(log.lines).toHaveLength(1);
      await failing(opened, 'much later');
      expect(log.lines).toHaveLength(2);
    },
  );

  verifies(
    'crash.io-errors.told',
    'that changes are refused, and when they no longer are, once each',
    async () => {
      const opened = notes();
      const { log, disk, add } = opened;
      disk.fails = true;
      await failing(opened, 'uncertain');
      await add('refused').catch(() => undefined);
      await add('refused, too', 'written').catch(() => undefined);
      expect(log.lines).toEqual([
        {
          level: 'error',
          event: expect.stringContaining('changes are refused'),
          facts: { store: 'history.db', problem: 'EIO' },
        },
      ]);
      disk.fails = false;
      await add('accepted', 'written');
      await failing(opened, 'repaired');
      expect(log.lines.slice(1)).toEqual([
        {
          level: 'warn',
          event: expect.stringContaining('changes are accepted'),
          facts: { store: 'history.db' },
        },
      ]);
    },
  );
});

verifies(
  'crash.io-errors',
  'memory.db is not checkpointed while its log may have a hole, and is once the log was rewritten',
  async () => {
    const file = newFile();
    await openMemory(file).close();
    const syncs: Sync[] = [];
    const disk = diskUnderTest(syncs);
    const database = openDatabase<object>(file);
    const gate = new WriteGate();
    const sync = new BackgroundLogSync(`${file}-wal`, { disk });
    const memory = memoryOver({ ...database, sync }, openReader(file), gate);
    const [before] = bytesOf(file);
    // Longer than the log that a checkpoint waits for.
    const long = someEntries(Array.from({ length: 1_500 }, (_, index) => `${index} `.padEnd(4_000, 'x')));
    await gate.whileClosed(async () => {
      const added = commitTo(memory, adding(long));
      while (syncs.length === 0) await new Promise(setImmediate);
      disk.fails = true;
      syncs[0]?.reject(failure());
      await expect(added).rejects.toMatchObject({ code: 'storage_error' });
    });
    // The checkpoint waited for the gate.
    for (let tick = 0; tick < 20; tick += 1) await settled();
    expect([bytesOf(file)[0], disk.rewrites]).toEqual([before, 0]);
    disk.fails = false;
    await memory.store.ofEveryone().searchable();
    for (let tick = 0; tick < 20; tick += 1) await settled();
    expect(disk.rewrites).toBe(1);
    expect(bytesOf(file)[0]).not.toBe(before);
    await memory.close();
  },
);

test('a log that another process left is read as it was', async () => {
  const { file, add, close } = notes();
  await add('left', 'written');
  const copy = copyAsAfterACrash(file);
  await close();
  const before = bytesOf(copy);
  const { connection, close: closeCopy } = openDatabase(copy);
  expect(bytesOf(copy)).toEqual(before);
  expect(connection.prepare('SELECT text FROM notes').pluck().all()).toEqual(['left']);
  await closeCopy();
});
