import { beforeEach, expect } from '@jest/globals';
import fc from 'fast-check';
import { ScriptedModel, text, thinking, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { everyPage } from './pages.ts';
import { fuzzing } from './fuzzing.ts';
import { allOf, newSession, startRun } from './runs.ts';

let engine: TestEngine;
let turns: (readonly Step[])[];

beforeEach(async () => {
  turns = [];
  engine = await startTestEngine({ models: { open: async () => new ScriptedModel(turns.splice(0)) } });
});

const search = async (q: string, limit = 50) =>
  await engine.client['threads.search']({ query: { q, limit } });
const hitsOf = async (q: string) => (await search(q)).hits;
/** Thread and `seq` of each hit. */
const placesOf = async (q: string) => (await hitsOf(q)).map(({ thread, seq }) => [thread.threadId, seq]);

/** A thread in which the owner says one thing and the model another. */
async function talk(task: string, ...answer: readonly Step[]): Promise<string> {
  const { id, threadId } = await newSession(engine);
  turns = [answer];
  await allOf(startRun(engine, id, task));
  return threadId;
}

verifies(
  'thread-search.finds',
  'titles, tasks and answers, but no output of tools and no thoughts',
  async () => {
    const { id, threadId } = await newSession(engine);
    turns = [
      [thinking('secretthought'), toolCalls({ name: 'list_files', input: { path: 'inputword' } })],
      [text('The heron flies')],
    ];
    await allOf(startRun(engine, id, 'Watch the kingfisher'));
    expect((await search('kingfisher')).complete).toBe(true);
    const hits = await hitsOf('kingfisher');
    const thread = await engine.client['threads.get']({ params: { id: threadId } });
    const { title, archived, updatedAt } = thread;
    const about = { thread: { threadId, title, archived, updatedAt } };
    expect(hits).toHaveLength(2);
    expect(hits).toContainEqual({
      ...about,
      seq: null,
      role: null,
      createdAt: thread.createdAt,
      snippet: [
        { text: 'Watch the ', match: false },
        { text: 'kingfisher', match: true },
      ],
    });
    expect(hits.find(({ seq }) => seq === 1)).toMatchObject({ ...about, role: 'user' });
    expect(await hitsOf('heron')).toMatchObject([{ ...about, seq: 4, role: 'assistant' }]);
    for (const unsaid of ['secretthought', 'inputword', 'folder']) expect(await hitsOf(unsaid)).toEqual([]);

    await engine.client['threads.set']({
      params: { id: threadId },
      body: { archived: true, title: 'Birds of the river' },
    });
    expect(await hitsOf('heron')).toMatchObject([
      { thread: { archived: true, title: 'Birds of the river' } },
    ]);
    expect(await placesOf('river')).toEqual([[threadId, null]]);
    expect(await placesOf('kingfisher')).toEqual([[threadId, 1]]);
    await engine.client['threads.delete']({ params: { id: threadId }, query: {} });
    expect(await hitsOf('heron river')).toEqual([]);
    expect(await hitsOf('river')).toEqual([]);
  },
);

verifies('thread-search.words', 'all words, the last one as a beginning, and parts of names', async () => {
  const one = await talk('hello', text('Call svc_run_start in src/core/live-runs.ts, Crème brûlée! Straße'));
  for (const q of [
    'svc_run_start',
    'run_start',
    'svc',
    'START svc',
    'live-runs.ts',
    'live-ru',
    'core/live',
    'runs.ts',
    'creme brulee',
    'CRÈME BRÛ',
    '"svc"',
    'brulee creme',
  ])
    expect([q, await placesOf(q)]).toEqual([q, [[one, 2]]]);
  for (const q of ['start_svc', 'cre brulee', 'svc missing', 'tart', 's brul'])
    expect([q, await placesOf(q)]).toEqual([q, []]);
});

verifies('thread-search.snippets', 'a message that has the marks in it marks nothing', async () => {
  await talk('hi', text(`<b>bold</b> \u0002forged\u0003 needle end${' x'.repeat(100)}`));
  const [hit] = await hitsOf('needle');
  expect(hit?.snippet.filter(({ match }) => match)).toEqual([{ text: 'needle', match: true }]);
  expect(hit?.snippet.map(({ text }) => text).join('')).toContain('<b>bold</b>  forged  needle end');
});

verifies('thread-search.pages', 'every match once', async () => {
  const threads: string[] = [];
  for (let nth = 0; nth < 4; nth++) threads.push(await talk(`page ${nth}`, text('answer of page')));
  const pages = await everyPage((at) =>
    engine.client['threads.search']({ query: { q: 'page', limit: 5, ...at } }),
  );
  const seen = pages.flatMap(({ hits }) => hits.map(({ thread, seq }) => `${thread.threadId} ${seq}`));
  const all = threads.flatMap((id) => [null, 1, 2].map((seq) => `${id} ${seq}`));
  expect(seen.toSorted()).toEqual(all.toSorted());
});

verifies('thread-search.any-input', 'signs, operators and any other text', async () => {
  const id = await talk('x', text('AND or NOT near plainword'));
  for (const q of ['AND', 'NOT near', '"or" near', 'plainword*', '(plainword)', '^plainword'])
    expect([q, await placesOf(q)]).toEqual([q, [[id, 2]]]);
  for (const q of [
    'text:plainword',
    '"',
    '*',
    '""""',
    "'; --",
    'NEAR(a b)',
    '- + { } ^ :',
    '\u0000',
    '\ud800',
    '😀',
  ])
    expect([q, await placesOf(q)]).toEqual([q, []]);
  const piece = fc.constantFrom(...'"*^:-(){a \u0000\u0301中', 'NEAR', 'AND');
  const query = fc.oneof(
    fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }),
    fc.array(piece, { minLength: 1, maxLength: 30 }).map((parts) => parts.join('')),
  );
  const { numRuns, seed } = fuzzing();
  const { threadSearch } = engine.engine.services;
  await fc.assert(
    fc.asyncProperty(query, async (q) => {
      await threadSearch.find({ text: q, limit: 5, after: null });
    }),
    { numRuns: numRuns * 10, seed },
  );
});
