import { afterEach, expect, test } from '@jest/globals';
import { SqliteJournal } from '../../../src/adapters/out/sqlite/history/journal.ts';
import { migrations } from '../../../src/adapters/out/sqlite/history/migrations/all.ts';
import type { HistorySchema } from '../../../src/adapters/out/sqlite/history/schema.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import { openDatabase } from '../../../src/adapters/out/sqlite/open.ts';
import { aThread } from '../../ports/history-builders.ts';
import { verifies } from '../../spec/verifies.ts';
import { copyAsAfterACrash, inFile, newFile, removeFiles } from './database-files.ts';

afterEach(removeFiles);

/** A journal over a file; `synced` is what its last transaction has asked of the disk: 2 is FULL, 1 is NORMAL. */
function journalOver(file: string) {
  const database = openDatabase<HistorySchema>(file);
  migrate(database.connection, 'history.db', migrations);
  const synced = () => database.connection.pragma('synchronous', { simple: true });
  return { journal: new SqliteJournal(database), synced, close: () => database.close() };
}

const thread = () => ({ change: 'thread.create', thread: aThread() }) as const;
const threadsIn = (file: string): unknown =>
  inFile(file, (connection) => connection.prepare('SELECT count(*) FROM threads').pluck().get());

verifies(
  'engine.databases',
  'what need not outlive a loss of power outlives the process, and is synced with the next that must',
  async () => {
    const file = newFile();
    const { journal, synced, close } = journalOver(file);
    await journal.commit([thread()], 'process');
    expect(synced()).toBe(1);
    expect(threadsIn(copyAsAfterACrash(file))).toBe(1);
    await journal.commit([thread()]);
    expect(synced()).toBe(2);
    await journal.commit([thread()], 'process');
    expect(synced()).toBe(1);
    await close();
  },
);

test('lists that share a transaction share the strongest of what they ask for', async () => {
  const { journal, synced, close } = journalOver(newFile());
  await Promise.all([journal.commit([thread()], 'process'), journal.commit([thread()])]);
  expect(synced()).toBe(2);
  await Promise.all([journal.commit([thread()]), journal.commit([thread()], 'process')]);
  expect(synced()).toBe(2);
  await close();
});
