import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, type OpenDatabase } from '../../../src/adapters/out/sqlite/open.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import { SqliteJournal } from '../../../src/adapters/out/sqlite/journal.ts';
import { readsBy } from '../../../src/adapters/out/sqlite/reads-by.ts';
import { migrations, readsOn, stepsOn } from '../../../src/adapters/out/sqlite/history/parts.ts';
import type { HistorySchema } from '../../../src/adapters/out/sqlite/history/schema.ts';
import type { HistoryChange as Change } from '../../../src/adapters/out/sqlite/history/parts.ts';
import { aMessage, begunRun, NOON, textEvent } from '../../ports/history-builders.ts';
import { verifies } from '../../spec/verifies.ts';
import { newFile } from './database-files.ts';

const FULL = { name: 'Refusal', code: 'disk_full', kind: 'storage_full' };
const LONG = 'x'.repeat(200_000);

let database: OpenDatabase<HistorySchema>;
beforeEach(() => {
  database = openDatabase<HistorySchema>(newFile());
  migrate(database.connection, 'history.db', migrations);
});
afterEach(async () => {
  await database.close();
});

/** The file cannot grow: SQLite then reports the same as on a full disk. */
const fill = () => database.connection.pragma('max_page_count = 1');
const makeSpace = () => database.connection.pragma('max_page_count = 1000000');

describe('a full disk', () => {
  verifies(
    'crash.disk-full',
    'refuses a whole commit as disk_full; reads continue, and so do commits once there is space',
    async () => {
      const journal = new SqliteJournal(database, stepsOn(database.queries));
      const { threads, runs } = readsOn(database.queries, readsBy(database.prepare));
      const { thread, run } = await begunRun(journal);
      const change: readonly Change[] = [
        { change: 'thread.set', threadId: thread.threadId, title: 'renamed', updatedAt: NOON + 1 },
        { change: 'message.append', message: aMessage(run, 'short') },
        { change: 'run.event', runId: run.runId, event: textEvent(1, LONG), at: NOON },
      ];
      fill();
      for (let attempt = 0; attempt < 3; attempt += 1)
        await expect(journal.commit(change)).rejects.toMatchObject(FULL);
      expect(database.connection.inTransaction).toBe(false);
      expect(await threads.get(EVERYONE, thread.threadId)).toEqual(thread);
      expect(await threads.messages(thread.threadId, { after: 0, limit: 10 })).toEqual([]);
      expect(await runs.events(run.runId, 0, 10)).toEqual([]);
      expect(await runs.get(EVERYONE, run.runId)).toEqual(run);

      makeSpace();
      await journal.commit(change);
      expect(await runs.events(run.runId, 0, 10)).toEqual([textEvent(1, LONG)]);
      expect(database.connection.pragma('integrity_check', { simple: true })).toBe('ok');
    },
  );

  it('reports the outcome of each of several concurrent lists', async () => {
    const journal = new SqliteJournal(database, stepsOn(database.queries));
    const threads = readsOn(database.queries, readsBy(database.prepare)).threads;
    const { run, thread } = await begunRun(journal);
    fill();
    const titles = ['before', LONG, 'after'];
    const outcomes = await Promise.allSettled(
      titles.map((title) => journal.commit([{ change: 'message.append', message: aMessage(run, title) }])),
    );
    expect(outcomes[1]).toMatchObject({ status: 'rejected', reason: FULL });
    const kept = await threads.messages(thread.threadId, { after: 0, limit: 10 });
    const texts = kept.map(({ content }) => content);
    const acknowledged = titles.filter((_title, index) => outcomes[index]?.status === 'fulfilled');
    expect(texts).toEqual(acknowledged.map((text) => [{ type: 'text', text }]));
    expect(database.connection.inTransaction).toBe(false);
    makeSpace();
  });
});
