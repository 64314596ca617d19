import { EVERYONE } from '../../../src/core/trust/people/model.ts';
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

verifies('thread-search.loosened', 'a question in other words, and only where it is asked for', async () => {
  const tax = await talk(
    'What can I deduct from tax for my home office?',
    text('Six euros a day, for 210 days.'),
  );
  await talk('How do I bake bread?', text('With flour and water.'));
  const german = await talk('Welche Ausgaben kann ich absetzen?', text('Etwa Fachbücher.'));
  const loosely = async (q: string, more = {}) =>
    await engine.client['threads.search']({ query: { q, loosen: true, limit: 50, ...more } });
  for (const [q, thread] of [
    ['what can be deducted from tax', tax],
    ['tax deduction', tax],
    ['deductions for the office at home', tax],
    ['Ausgabe abgesetzt', german],
  ] as const) {
    expect([q, await hitsOf(q)]).toEqual([q, []]);
    const { hits, loosened } = await loosely(q);
    expect([q, loosened, hits[0]?.thread.threadId]).toEqual([q, true, thread]);
  }
  // What has all words is found alone.
  expect(await loosely('home office')).toMatchObject({ loosened: false });
  expect(await loosely('zeppelin')).toMatchObject({ hits: [], loosened: false });
  const pages = await everyPage(async (at) => await loosely('tax zeppelin bread', { limit: 2, ...at }));
  expect(new Set(pages.map(({ loosened }) => loosened))).toEqual(new Set([true]));
  const seen = pages.flatMap(({ hits }) => hits.map(({ thread, seq }) => `${thread.threadId} ${seq}`));
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThan(2);
  const { numRuns, seed } = fuzzing();
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }), async (q) => {
      await engine.engine.services.threadSearch.find(EVERYONE, {
        text: q,
        limit: 5,
        after: null,
        mayLoosen: true,
      });
    }),
    { numRuns: numRuns * 5, seed },
  );
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
      await threadSearch.find(EVERYONE, { text: q, limit: 5, after: null });
    }),
    { numRuns: numRuns * 10, seed },
  );
});

verifies('thread-search.unspaced', 'a part of a run of letters, in any width', async () => {
  const said = [
    '明日は東京で会議があります。',
    '步2 重跑gen-itgc后50条悬空引用清零',
    '한국어로 회의록을 정리했습니다',
    'ราคาสินค้าวันนี้แพงมาก',
    'ﾃﾞｰﾀの移行をＡＢＣ社に頼む',
    'ສະບາຍດີ ຂອບໃຈ',
    'ភាសាខ្មែរពិរោះ',
    'မြန်မာစာ ရေးသည်',
  ];
  const places: unknown[] = [];
  for (const one of said) places.push([[await talk('ask', text(one)), 2]]);
  for (const [nth, queries] of [
    ['東京', '会議', '東京で会議', '議', '明日 会議', '"東京"'],
    ['悬空', 'itgc', 'gen-itgc', 'itgc后', '50条', '步2'],
    ['회의록', '회의', '의록', '정리'],
    ['ราคา', 'สินค้า', 'วันนี้', 'แพง'],
    ['データ', 'ﾃﾞｰﾀ', 'ータの移行', 'abc社', 'ＡＢＣ'],
    ['ບາຍ', 'ໃຈ'],
    ['ខ្មែរ', 'ពិរោះ'],
    ['မာစာ', 'ရေး'],
  ].entries())
    for (const q of queries) expect([q, await placesOf(q)]).toEqual([q, places[nth]]);
  for (const q of ['京東', '東会', '大阪', 'กัน', 'วนน']) expect([q, await placesOf(q)]).toEqual([q, []]);
  const [hit] = await hitsOf('東京で');
  expect(hit?.snippet).toEqual([
    { text: '明日は', match: false },
    { text: '東京で', match: true },
    { text: '会議があります。', match: false },
  ]);
  await engine.client['threads.set']({
    params: { id: hit?.thread.threadId ?? '' },
    body: { title: '年度の予算表' },
  });
  expect(await hitsOf('予算')).toMatchObject([{ seq: null }]);
});

verifies(
  'thread-search.unspaced',
  'in memory, among people and things, artifacts and runs as well',
  async () => {
    const { client } = engine;
    await client['memory.append']({
      params: { ns: 'knowledge' },
      body: { text: '来週の東京出張は新幹線で行く' },
    });
    await client['memory.append']({ params: { ns: 'methods' }, body: { text: 'ราคาสินค้าวันนี้แพงมาก' } });
    await client['contacts.add']({ body: { kind: 'person', name: '田中太郎' } });
    await client['artifacts.save']({ body: { title: '四半期の売上報告 Ｑ３', type: 'text', content: 'x' } });
    await talk('ÜBER die 予算表', text('ok'));
    const counts = async (q: string) => ({
      memory: (await client['memory.search']({ query: { q } })).entries.length,
      contacts: (await client['contacts.list']({ query: { q } })).contacts.length,
      graph: (await client['graph.entities']({ query: { q } })).entities.length,
      artifacts: (await client['artifacts.list']({ query: { q } })).artifacts.length,
      runs: (await client['history.runs']({ query: { q } })).runs.length,
    });
    const none = { memory: 0, contacts: 0, graph: 0, artifacts: 0, runs: 0 };
    const oneOf = (...rooms: readonly (keyof typeof none)[]) => ({
      ...none,
      ...Object.fromEntries(rooms.map((room) => [room, 1])),
    });
    for (const [q, found] of [
      ['東京出張', oneOf('memory')],
      ['新幹', oneOf('memory')],
      ['線', oneOf('memory')],
      ['สินค้า', oneOf('memory')],
      ['太郎', oneOf('contacts', 'graph')],
      ['中太', oneOf('contacts', 'graph')],
      ['郎', oneOf('contacts', 'graph')],
      ['売上', oneOf('artifacts')],
      ['q3', oneOf('artifacts')],
      ['über', oneOf('runs')],
      ['算表', oneOf('runs')],
    ] as const)
      expect([q, await counts(q)]).toEqual([q, found]);
  },
);
