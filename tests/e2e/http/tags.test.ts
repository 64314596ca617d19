import { beforeEach, expect } from '@jest/globals';
import { ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { everyPage } from './pages.ts';
import { refuses } from './problems.ts';
import { allOf, startRun } from './runs.ts';

let engine: TestEngine;
let turns: (readonly Step[])[];

beforeEach(async () => {
  turns = [];
  engine = await startTestEngine({ models: { open: async () => new ScriptedModel(turns) } });
});

const newThread = async (): Promise<string> =>
  (await engine.client['sessions.create']({ body: {} })).threadId;
const set = (id: string, ...tags: readonly string[]) =>
  engine.client['tags.set']({ params: { id }, body: { tags: [...tags] } });
const tagsOf = async (id: string) => (await engine.client['threads.get']({ params: { id } })).tags;

verifies('tags.set', 'these tags and no others, also in the list of threads', async () => {
  const [one, other] = [await newThread(), await newThread()];
  expect(await tagsOf(one)).toEqual([]);
  expect(await set(one, 'work', 'tax')).toEqual({ tags: ['tax', 'work'] });
  await set(other, 'home');
  expect(await set(one, 'home', 'work')).toEqual({ tags: ['home', 'work'] });
  const { threads } = await engine.client['threads.list']();
  expect(threads.map(({ threadId, tags }) => [threadId, tags])).toEqual([
    [other, ['home']],
    [one, ['home', 'work']],
  ]);
  expect(await set(one)).toEqual({ tags: [] });
  expect(await tagsOf(one)).toEqual([]);
  await refuses(set('01900000-0000-7000-8000-000000000000', 'a'), {
    status: 404,
    code: 'thread_not_found',
  });
});

verifies('tags.form', 'in one form, or nothing changes', async () => {
  const thread = await newThread();
  expect(await set(thread, '  Tax   2026 ', 'tax 2026', 'Cafe\u0301', 'caf\u00e9')).toEqual({
    tags: ['caf\u00e9', 'tax 2026'],
  });
  for (const tag of ['a,b', 'a\nb', 'a\u2028b', '\u001b[31mred', 'a\u200bb', '\u202eb', 'x'.repeat(41)])
    await refuses(set(thread, tag), { status: 400, code: 'invalid_tag' });
  await refuses(set(thread, ' '), { status: 400, code: 'invalid_request' });
  const many = Array.from({ length: 21 }, (_, index) => `tag ${index}`);
  await refuses(set(thread, ...many), { status: 400, code: 'too_many_tags' });
  expect(await tagsOf(thread)).toEqual(['caf\u00e9', 'tax 2026']);
});

verifies('tags.list', 'in pages, by tag and thread, without archived threads', async () => {
  const threads = [await newThread(), await newThread(), await newThread()];
  for (const thread of threads) await set(thread, 'a', '\u7a0e\u91d1 \u{1f600}');
  await engine.client['threads.set']({ params: { id: threads[1] ?? '' }, body: { archived: true } });
  const pages = await everyPage((at) => engine.client['tags.list']({ query: { limit: 1, ...at } }));
  for (const page of pages) expect(page.tags.length).toBeLessThanOrEqual(1);
  const seen = pages.flatMap((page) => page.tags.map(({ tag, threadId }) => [tag, threadId]));
  const [first, , last] = threads;
  expect(seen).toEqual([
    ['a', first],
    ['a', last],
    ['\u7a0e\u91d1 \u{1f600}', first],
    ['\u7a0e\u91d1 \u{1f600}', last],
  ]);
  const { tags } = await engine.client['tags.list']({ query: { tag: ' A\u00a0' } });
  expect(tags.map(({ tag }) => tag)).toEqual(['a', 'a']);
  const wrong = engine.client['tags.list']({ query: { cursor: btoa('{"tag":1}') } });
  await refuses(wrong, { status: 400, code: 'invalid_request' });
});

verifies('tags.thread-deleted', 'with the thread', async () => {
  const thread = await newThread();
  await set(thread, 'work');
  await engine.client['threads.delete']({ params: { id: thread }, query: {} });
  expect((await engine.client['tags.list']()).tags).toEqual([]);
});

verifies('tags.tool', 'adds and takes away in its own conversation', async () => {
  const { sessionId, threadId } = await engine.client['sessions.create']({ body: {} });
  await set(threadId, 'old', 'kept');
  turns.push([toolCalls({ name: 'tag_thread', input: { add: ['New'], remove: ['OLD'] } })], [text('done')]);
  const events = await allOf(startRun(engine, sessionId, 'tag this'));
  const result = events.find(({ type }) => type === 'tool_result');
  expect(JSON.stringify(result)).toContain('kept, new');
  expect(await tagsOf(threadId)).toEqual(['kept', 'new']);
});
