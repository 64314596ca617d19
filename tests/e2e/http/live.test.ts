import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import type { AnswerOf } from '../../../src/contract/client.ts';
import type { live } from '../../../src/contract/http/live.ts';
import type { Change } from '../../../src/core/features.ts';
import type { Journal } from '../../../src/core/ports/journal.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { hangUntilAbort, ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { everyPage } from './pages.ts';
import { refuses } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf, newSession, startRun, upTo } from './runs.ts';
import { until } from './wire.ts';

type Stream = AnswerOf<(typeof live)['threads.events']>;
type Told = Stream['events'] extends AsyncIterable<infer Event> ? Event : never;

let dataDir: string;
let engine: TestEngine;
let clock: ManualClock;
let turns: (readonly Step[])[];
let refused: Error | null;

const journal = (inner: Journal<Change>): Journal<Change> => ({
  commit: async (changes, durability) => {
    if (refused) throw refused;
    await inner.commit(changes, durability);
  },
});

const start = () =>
  startTestEngine({
    dataDir,
    platform: { clock },
    journal,
    models: { open: async () => new ScriptedModel(turns.splice(0)) },
  });

beforeEach(async () => {
  dataDir = temporaryDir();
  mkdirSync(join(dataDir, 'workspace'));
  refused = null;
  turns = [];
  clock = new ManualClock();
  engine = await start();
});

/** A tab: what it was told since it was last asked. */
class Tab {
  readonly over: Promise<void>;
  #told: Told[] = [];

  private constructor(stream: Stream) {
    this.over = (async () => {
      for await (const event of stream.events) this.#told.push(event);
    })();
    this.over.catch(() => undefined);
  }

  static async open(): Promise<Tab> {
    const tab = new Tab(await engine.client['threads.events']());
    expect(await tab.next()).toEqual({ id: null, type: 'ready', data: {} });
    return tab;
  }

  /** The next event; time passes until it comes. */
  async next(): Promise<Told | undefined> {
    await until('something is told', async () => {
      if (this.#told.length === 0) await clock.advance(100);
      return this.#told.length > 0;
    });
    return this.#told.shift();
  }

  /** The last event of this thread after everything has been told. */
  async latest(threadId: string): Promise<Told['data'] | undefined> {
    const all = [await this.next(), ...(await this.rest())];
    return all.findLast(
      (event) => event !== undefined && 'threadId' in event.data && event.data.threadId === threadId,
    )?.data;
  }

  /** Everything else that is told without another cause. */
  async rest(): Promise<readonly Told[]> {
    for (let quiet = 0; quiet < 3; quiet++) {
      const before = this.#told.length;
      await clock.advance(100);
      if (this.#told.length > before) quiet = 0;
    }
    return this.#told.splice(0);
  }
}

const of = (id: string) => ({ params: { id } });
const thread = async (id: string) => {
  const { threads } = await engine.client['threads.list']({ query: { includeArchived: true } });
  return threads.find(({ threadId }) => threadId === id)!;
};

verifies('live.threads', 'tells two tabs what other clients do, in the shape of threads.list', async () => {
  const tabs = [await Tab.open(), await Tab.open()];
  const expectTold = async (id: string, part: object) => {
    for (const tab of tabs) expect(await tab.latest(id)).toMatchObject(part);
    for (const tab of tabs) await tab.rest();
  };
  const { id: session, threadId: id } = await newSession(engine);
  for (const tab of tabs) {
    expect(await tab.next()).toEqual({ id: null, type: 'thread', data: await thread(id) });
    expect(await tab.rest()).toEqual([]);
  }
  await engine.client['threads.set']({ ...of(id), body: { title: 'Renamed' } });
  await expectTold(id, { title: 'Renamed' });
  await engine.client['threads.set']({ ...of(id), body: { archived: true } });
  await expectTold(id, { archived: true });
  await engine.client['tags.set']({ ...of(id), body: { tags: ['x'] } });
  await expectTold(id, { tags: ['x'] });

  turns = [
    [toolCalls({ name: 'write_file', input: { path: 'a.txt', content: 'a' } })],
    [toolCalls({ name: 'ask_user', input: { question: 'Blue?' } })],
    [text('done')],
  ];
  const run = await startRun(engine, session, 'go');
  const before = await upTo('prompt', run);
  await expectTold(id, {
    activeRunId: run.runId,
    pendingPrompt: { question: 'Blue?' },
    pendingChangeset: { fileCount: 1 },
    unread: true,
  });
  expect(before.length).toBeGreaterThan(0);
  await engine.client['threads.reply']({ ...of(id), body: { answer: 'yes' } });
  await clock.advance(2_000);
  await until('the run has ended', async () => (await thread(id)).activeRunId === null);
  await expectTold(id, { activeRunId: null, pendingPrompt: null, messageCount: 6, unread: true });
  await engine.client['threads.seen'](of(id));
  await expectTold(id, { unread: false });
  await engine.client['threads.review']({
    ...of(id),
    body: { action: 'accept', runId: run.runId ?? '' },
  });
  await expectTold(id, { pendingChangeset: null });
  await engine.client['threads.delete']({ ...of(id), query: {} });
  for (const tab of tabs)
    expect(await tab.next()).toEqual({ id: null, type: 'thread_deleted', data: { threadId: id } });
});

verifies('live.threads', 'tells when a question expires', async () => {
  const { id: session, threadId } = await newSession(engine);
  turns = [[toolCalls({ name: 'ask_user', input: { question: 'Blue?' } })], [hangUntilAbort()]];
  await upTo('prompt', await startRun(engine, session, 'go'));
  const tab = await Tab.open();
  await tab.rest();
  clock.jump(24 * 60 * 60 * 1000);
  await clock.advance(2_000);
  expect(await tab.latest(threadId)).toMatchObject({ pendingPrompt: null, activeRunId: expect.any(String) });
});

verifies('live.coalesced', 'one event for many changes, with the last of them', async () => {
  const { threadId } = await newSession(engine);
  const tab = await Tab.open();
  for (let nth = 0; nth < 20; nth++)
    await engine.client['threads.set']({ ...of(threadId), body: { title: `Title ${nth}` } });
  const first = await tab.next();
  expect(first).toMatchObject({ type: 'thread', data: { threadId } });
  const rest = await tab.rest();
  expect(rest.length).toBeLessThanOrEqual(1);
  expect((rest.at(-1) ?? first)?.data).toMatchObject({ title: 'Title 19' });
});

verifies('live.committed', 'tells nothing of a change that the disk refuses', async () => {
  const { threadId } = await newSession(engine);
  const tab = await Tab.open();
  refused = new Error('refused by the test');
  await expect(engine.client['threads.set']({ ...of(threadId), body: { title: 'No' } })).rejects.toThrow();
  refused = null;
  expect(await tab.rest()).toEqual([]);
  await engine.client['threads.set']({ ...of(threadId), body: { title: 'Yes' } });
  expect(await tab.next()).toMatchObject({ data: { title: 'Yes' } });
});

verifies('live.stop', 'a tab is let go when the engine drains', async () => {
  const tab = await Tab.open();
  await engine.engine.drain();
  await tab.over;
});

test('a tab that leaves is forgotten, with its timer', async () => {
  const leaving = new AbortController();
  const stream = await engine.client['threads.events']({ signal: leaving.signal });
  for await (const { type } of stream.events) {
    expect(type).toBe('ready');
    break;
  }
  leaving.abort();
  await until('only the daily look for old backups and the note of the time wait', async () => {
    await clock.advance(1_000);
    return clock.waiting === 2;
  });
});

verifies('threads.unread', 'news make it unread, and what its owner does in it ends that', async () => {
  const { id: session, threadId } = await newSession(engine);
  const unread = async () => (await thread(threadId)).unread;
  expect(await unread()).toBe(false);
  turns = [[text('one')]];
  await allOf(startRun(engine, session, 'go'));
  expect(await unread()).toBe(true);
  await engine.stop();
  engine = await start();
  expect(await unread()).toBe(true);
  for (let time = 0; time < 2; time++) await engine.client['threads.seen'](of(threadId));
  expect(await unread()).toBe(false);

  turns = [[text('two')]];
  await allOf(startRun(engine, session, 'go on'));
  turns = [[hangUntilAbort()]];
  const third = await startRun(engine, session, 'and on');
  expect(await unread()).toBe(false);
  await engine.client['threads.abort']({ ...of(threadId), body: {} });
  await allOf(third);
  expect(await unread()).toBe(false);

  turns = [[toolCalls({ name: 'ask_user', input: { question: 'Blue?' } })], [hangUntilAbort()]];
  await upTo('prompt', await startRun(engine, session, 'ask me'));
  expect(await unread()).toBe(true);
  await engine.client['threads.reply']({ ...of(threadId), body: { answer: 'yes' } });
  expect(await unread()).toBe(false);
  await refuses(engine.client['threads.seen'](of(UNKNOWN_ID)), {
    status: 404,
    code: 'thread_not_found',
  });
});

verifies(
  'prompts.list',
  'questions of all threads, oldest first, in pages, until they are settled',
  async () => {
    const asked: { threadId: string; runId: string | null }[] = [];
    for (let nth = 0; nth < 5; nth++) {
      const { id, threadId } = await newSession(engine);
      turns = [[toolCalls({ name: 'ask_user', input: { question: `Q${nth}` } })], [hangUntilAbort()]];
      const run = await startRun(engine, id, `task ${nth}`);
      await upTo('prompt', run);
      asked.push({ threadId, runId: run.runId });
      await clock.advance(1_000);
    }
    const pages = (
      await everyPage((more) => engine.client['prompts.list']({ query: { limit: 2, ...more } }))
    ).map(({ prompts }) => prompts);
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(
      pages
        .flat()
        .map(({ question, threadId, runId, threadTitle }) => [question, threadId, runId, threadTitle]),
    ).toEqual(asked.map(({ threadId, runId }, nth) => [`Q${nth}`, threadId, runId, `task ${nth}`]));
    const { pendingPrompt } = await thread(asked[2]?.threadId ?? '');
    expect(pages[1]?.[0]).toMatchObject({ ...pendingPrompt });
    await engine.client['threads.reply']({ ...of(asked[0]?.threadId ?? ''), body: { answer: 'yes' } });
    await engine.client['threads.delete']({ ...of(asked[1]?.threadId ?? ''), query: {} });
    const left = (await engine.client['prompts.list']()).prompts.map(({ question }) => question);
    expect(left).toEqual(['Q2', 'Q3', 'Q4']);
  },
);
