// New ids continue above those that are there, in whichever database.
import { HastyClock } from '../../doubles/hasty-clock.ts';
import { expect, it } from '@jest/globals';
import { highestIdOf } from '../../../src/adapters/out/postgres/highest-id.ts';
import { connectPostgres } from '../../../src/adapters/out/postgres/connect.ts';
import { ids as ofHistory } from '../../../src/adapters/out/sqlite/history/parts.ts';
import { ids as ofMemory } from '../../../src/adapters/out/sql/memory/parts.ts';
import { threadId } from '../../../src/core/kernel/ids.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { freshHistory } from '../../harness/fresh-databases.ts';
import { describeInPostgres, freshPlaces, historyIn, memoryIn } from '../../harness/in-postgres.ts';
import { aThread, begunRun } from '../../ports/history-builders.ts';

describeInPostgres('the highest id', () => {
  const fresh = freshPlaces();

  it('is none at first, then the highest of those that engines made, as in SQLite', async () => {
    const [place, sqlite] = [fresh(), freshHistory()];
    const [history, memory, connected] = [
      await historyIn(place),
      await memoryIn(place),
      await connectPostgres(place, { clock: new HastyClock() }),
    ];
    for (const { close } of [sqlite, history, memory, connected]) afterwards(close);
    expect([await highestIdOf(connected, ofHistory), await highestIdOf(connected, ofMemory)]).toEqual([
      null,
      null,
    ]);
    for (const { journal } of [sqlite, history]) {
      await begunRun(journal);
      // An id of another kind is higher, and none of ours.
      await journal.commit([{ change: 'thread.create', thread: aThread({ threadId: threadId('zzz') }) }]);
      await begunRun(journal);
    }
    const [{ thread }] = [await begunRun(history.journal)];
    const highest = await highestIdOf(connected, ofHistory);
    expect(highest?.startsWith(thread.threadId.slice(0, 8))).toBe(true);
    expect(highest! > sqlite.ids.highest()!).toBe(true);
    expect(await highestIdOf(connected, [])).toBe(null);
  });
});
