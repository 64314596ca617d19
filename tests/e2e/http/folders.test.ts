import { beforeEach, expect } from '@jest/globals';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refuses } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';

let engine: TestEngine;
let ids: readonly string[];

beforeEach(async () => {
  engine = await startTestEngine();
  const made: string[] = [];
  for (let nth = 0; nth < 5; nth++)
    made.push((await engine.client['sessions.create']({ body: {} })).threadId);
  ids = made;
});

const threads = async (query: { folder?: string; limit?: number; cursor?: string } = {}) =>
  await engine.client['threads.list']({ query });
/** Their places in the order in which they were made. */
const listed = async (query: { folder?: string } = {}) =>
  (await threads(query)).threads.map(({ threadId }) => ids.indexOf(threadId));
const place = (which: readonly number[], where: { pinned?: boolean; folder?: string | null }) =>
  engine.client['folders.place']({
    body: { threadIds: which.map((nth) => ids[nth] ?? UNKNOWN_ID), ...where },
  });
const folders = async () => (await engine.client['folders.list']()).folders;

verifies('folders.pins', 'before the others, in any pages, and each change leaves their order', async () => {
  expect(await listed()).toEqual([4, 3, 2, 1, 0]);
  const { threads: placed } = await place([1, 3], { pinned: true });
  expect(placed.map(({ pinnedAt }) => typeof pinnedAt)).toEqual(['string', 'string']);
  expect(await listed()).toEqual([3, 1, 4, 2, 0]);
  for (const limit of [1, 2, 3]) {
    const found: number[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await threads({ limit, ...(cursor === undefined ? {} : { cursor }) });
      found.push(...page.threads.map(({ threadId }) => ids.indexOf(threadId)));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(found).toEqual([3, 1, 4, 2, 0]);
  }
  await place([3], { pinned: false });
  expect(await listed()).toEqual([1, 4, 3, 2, 0]);
});

verifies('folders.move', 'several at once, all or none, and a folder without a thread is none', async () => {
  await place([0, 2, 2], { folder: '  Trips \u00a0to  Rome ' });
  await place([4], { folder: 'Work', pinned: true });
  expect(await folders()).toEqual([
    { folder: 'Trips to Rome', threads: 2 },
    { folder: 'Work', threads: 1 },
  ]);
  expect(await listed({ folder: 'Trips to Rome' })).toEqual([2, 0]);
  expect((await threads({ folder: 'Work' })).threads).toMatchObject([{ folder: 'Work' }]);
  expect(await listed({ folder: 'Nothing' })).toEqual([]);
  await refuses(place([1, 99], { folder: 'Work' }), { status: 404, code: 'thread_not_found' });
  await refuses(place([1], { folder: 'a\nb' }), { status: 400, code: 'invalid_folder' });
  await refuses(place([1], { folder: 'x'.repeat(61) }), { status: 400, code: 'invalid_folder' });
  expect(await listed({ folder: 'Work' })).toEqual([4]);
  const { threadId } = await engine.client['threads.fork']({ params: { id: ids[0] ?? '' }, body: {} });
  expect(await engine.client['threads.get']({ params: { id: threadId } })).toMatchObject({
    folder: 'Trips to Rome',
    pinnedAt: null,
  });
  await engine.client['threads.delete']({ params: { id: threadId } });
  await place([0, 2], { folder: null });
  await engine.client['threads.delete']({ params: { id: ids[4] ?? '' } });
  expect(await folders()).toEqual([]);
});
