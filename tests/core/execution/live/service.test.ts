import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { threadId, type ThreadId } from '../../../../src/core/kernel/ids.ts';
import { liveLimits } from '../../../../src/core/execution/live/limits.ts';
import { ThreadNews } from '../../../../src/core/execution/live/news.ts';
import { LiveService, type LiveEvent } from '../../../../src/core/execution/live/service.ts';
import {
  databaseTokens,
  liveTokens,
  processTokens,
  promptTokens,
  runTokens,
} from '../../../../src/main/tokens.ts';
import { coreOver } from '../../../harness/core.ts';
import { aThread } from '../../../ports/history-builders.ts';
import { verifies } from '../../../spec/verifies.ts';

verifies('live.slow-readers', 'what a reader missed is told in one event for each thread', async () => {
  const core = coreOver();
  const journal = core.get(databaseTokens.journal);
  const threads = Array.from({ length: liveLimits.batch + 10 }, () => aThread());
  await journal.commit(threads.map((thread) => ({ change: 'thread.create', thread })));
  const reading = core.get(liveTokens.live).follow(EVERYONE, new AbortController().signal);
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

test('a reader ends quietly when the engine stops while it is read for, and the stop waits for that', async () => {
  const { get } = coreOver();
  const thread = aThread();
  await get(databaseTokens.journal).commit([{ change: 'thread.create', thread }]);
  const reading = Promise.withResolvers<never[]>();
  const begun = Promise.withResolvers<void>();
  const news = new ThreadNews();
  const parts = {
    news,
    threads: {
      those: async () => {
        begun.resolve();
        return await reading.promise;
      },
    },
    runs: get(runTokens.runStore),
    prompts: get(promptTokens.promptStore),
    clock: get(processTokens.clock),
    log: get(processTokens.log),
  };
  const live = new LiveService(parts);
  const { signal } = new AbortController();
  const stream = live.follow(EVERYONE, signal);
  await stream.next();
  const next = stream.next();
  const change = { change: 'thread.set', threadId: thread.threadId, title: 'x', updatedAt: 0 };
  news.committed([change]);
  await begun.promise;
  let isClosed = false;
  const closed = live.close().then(() => (isClosed = true));
  await Promise.resolve();
  expect(isClosed).toBe(false);
  reading.reject(new TypeError('The database connection is not open'));
  expect(await next).toEqual({ done: true, value: undefined });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  await closed;
  // Who comes later, or has left before, is told that it is there, and nothing more.
  const another = new LiveService({ ...parts, news: new ThreadNews() });
  for (const over of [live.follow(EVERYONE, signal), another.follow(EVERYONE, AbortSignal.abort())]) {
    const told: unknown[] = [];
    for await (const batch of over) told.push(...batch);
    expect(told).toEqual([{ type: 'ready' }]);
  }
});
