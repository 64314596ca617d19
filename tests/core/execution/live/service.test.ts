import { expect } from '@jest/globals';
import { threadId, type ThreadId } from '../../../../src/core/kernel/ids.ts';
import { liveLimits } from '../../../../src/core/execution/live/limits.ts';
import { ThreadNews } from '../../../../src/core/execution/live/news.ts';
import { type LiveEvent } from '../../../../src/core/execution/live/service.ts';
import { databaseTokens, liveTokens } from '../../../../src/main/tokens.ts';
import { coreOver } from '../../../harness/core.ts';
import { aThread } from '../../../ports/history-builders.ts';
import { verifies } from '../../../spec/verifies.ts';

verifies('live.slow-readers', 'what a reader missed is told in one event for each thread', async () => {
  const core = coreOver();
  const journal = core.get(databaseTokens.journal);
  const threads = Array.from({ length: liveLimits.batch + 10 }, () => aThread());
  await journal.commit(threads.map((thread) => ({ change: 'thread.create', thread })));
  const reading = core.get(liveTokens.live).follow(new AbortController().signal);
  expect((await reading.next()).value).toEqual([{ type: 'ready' }]);
  for (let round = 0; round < 20; round++)
    await journal.commit(
      threads.map(({ threadId: id }) => ({
        change: 'thread.set',
        threadId: id,
        title: `${round}`,
        updatedAt: 0,
      })),
    );
  const told: { id: ThreadId; title: string }[] = [];
  for (const size of [liveLimits.batch, 10]) {
    const batch = (await reading.next()).value as readonly LiveEvent[];
    expect(batch).toHaveLength(size);
    for (const event of batch)
      if (event.type === 'thread') told.push({ id: event.thread.threadId, title: event.thread.title });
  }
  expect(told).toEqual(threads.map(({ threadId: id }) => ({ id, title: '19' })));
  await reading.return(undefined);
});

verifies('live.no-readers', 'no change is touched before a reader comes or after the last one left', () => {
  const news = new ThreadNews();
  let looks = 0;
  const watched = {
    get change() {
      looks += 1;
      return 'thread.delete';
    },
    threadId: threadId('t'),
  };
  news.committed([watched]);
  expect(looks).toBe(0);
  news.listen(() => undefined);
  news.committed([watched]);
  expect(looks).toBeGreaterThan(0);
  news.leave();
  looks = 0;
  news.committed([watched]);
  expect(looks).toBe(0);
});
