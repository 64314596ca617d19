import { afterEach, describe, expect, test } from '@jest/globals';
import { statSync } from 'node:fs';
import { BackgroundLogSync } from '../../../src/adapters/out/sqlite/log-sync.ts';
import { SqliteJournal } from '../../../src/adapters/out/sqlite/journal.ts';
import { openDatabase, openReader } from '../../../src/adapters/out/sqlite/open.ts';
import type { Durability } from '../../../src/core/ports/journal.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { verifies } from '../../spec/verifies.ts';
import { copyAsAfterACrash, inFile, newFile, removeFiles } from './database-files.ts';

afterEach(removeFiles);

/** A database in a file: each sync of its log waits until the test decides the outcome. */
function notes() {
  const file = newFile();
  const { connection, prepare, close } = openDatabase(file);
  connection.exec('CREATE TABLE notes (text TEXT)');
  const clock = new ManualClock();
  const syncs: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const bySync = (): Promise<void> => {
    const { promise, ...sync } = Promise.withResolvers<void>();
    syncs.push(sync);
    return promise;
  };
  const sync = new BackgroundLogSync(connection, { clock, isLeftBehind: false, bySync });
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
  return { file, clock, syncs, sync, add, acknowledged, written, close };
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
  verifies('crash.io-errors', 'is repaired by a checkpoint, which restarts the log', async () => {
    const { file, add, acknowledged, syncs, written, close } = notes();
    void add('kept');
    await settled();
    syncs[0]?.reject(failure());
    await settled();
    expect(acknowledged).toEqual(['kept']);
    expect(statSync(`${file}-wal`).size).toBe(0);
    void add('next');
    await settled();
    expect(written()).toEqual(['kept', 'next']);
    await close();
  });

  verifies('crash.io-errors', 'refuses every commit while the log cannot be checkpointed', async () => {
    const { file, add, syncs, written } = notes();
    const first = add('uncertain');
    await settled();
    const second = add('written meanwhile');
    await settled();
    // A reader in the middle of a read keeps the log.
    const reader = openReader(file);
    reader.exec('BEGIN');
    reader.prepare('SELECT * FROM notes').all();
    syncs[0]?.reject(failure());
    await expect(first).rejects.toMatchObject({ code: 'storage_error' });
    // Its own sync would succeed, and leave the hole before it.
    await expect(second).rejects.toMatchObject({ code: 'storage_error' });
    await expect(add('refused')).rejects.toMatchObject({ code: 'storage_error' });
    await expect(add('refused, too', 'written')).rejects.toMatchObject({ code: 'storage_error' });
    reader.exec('COMMIT');
    const next = add('accepted');
    await settled();
    syncs[1]?.resolve();
    await next;
    expect(written()).toEqual(['uncertain', 'written meanwhile', 'accepted']);
    reader.close();
  });
});

test('a log that another process left is checkpointed', async () => {
  const { file, add, close } = notes();
  await add('left', 'written');
  const copy = copyAsAfterACrash(file);
  await close();
  const { sync, connection, close: closeCopy } = openDatabase(copy);
  expect(statSync(`${copy}-wal`).size).toBeGreaterThan(0);
  sync.checkpointLeftover();
  expect(statSync(`${copy}-wal`).size).toBe(0);
  expect(connection.prepare('SELECT text FROM notes').pluck().all()).toEqual(['left']);
  await closeCopy();
});
