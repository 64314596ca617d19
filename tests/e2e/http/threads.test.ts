import { beforeEach, describe, expect } from '@jest/globals';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { everyPage } from './pages.ts';
import { expectRefusal } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf, newSession, startRun } from './runs.ts';
import { ask } from './wire.ts';

let engine: TestEngine;
let clock: ManualClock;
beforeEach(async () => {
  clock = new ManualClock();
  engine = await startTestEngine({ model: new ScriptedModel(), platform: { clock } });
});

/** Creates this many threads, oldest first; several within the same millisecond. */
async function makeThreads(count: number): Promise<readonly string[]> {
  const made: string[] = [];
  for (let index = 0; index < count; index++) {
    if (index % 3 === 0) clock.jump(1);
    made.push((await newSession(engine)).threadId);
  }
  return made;
}

interface Pages {
  readonly ids: readonly string[];
  readonly sizes: readonly number[];
}

async function walk(limit: number, between: () => Promise<unknown> = async () => undefined): Promise<Pages> {
  const pages = await everyPage(async (at) => {
    const page = await engine.client['threads.list']({ query: { limit, ...at } });
    await between();
    return page;
  });
  const ids = pages.flatMap(({ threads }) => threads.map(({ threadId }) => threadId));
  return { ids, sizes: pages.map(({ threads }) => threads.length) };
}

describe('the list', () => {
  verifies(
    ['threads.list', 'contract.lists'],
    'is newest first and pages through everything exactly once',
    async () => {
      expect(await walk(10)).toEqual({ ids: [], sizes: [0] });
      const made = await makeThreads(11);
      expect(await walk(4)).toEqual({ ids: made.toReversed(), sizes: [4, 4, 3] });
      expect(await walk(11)).toEqual({ ids: made.toReversed(), sizes: [11] });
      expect((await walk(1)).ids).toEqual(made.toReversed());
    },
  );

  verifies('contract.lists', 'stays complete for a client that pages while new threads arrive', async () => {
    const made = await makeThreads(9);
    const { ids } = await walk(2, async () => {
      clock.jump(1);
      await newSession(engine);
    });
    expect(ids).toEqual(made.toReversed());
  });

  verifies('contract.lists', 'has 50 items by default, 200 at most, and never cuts silently', async () => {
    await makeThreads(201);
    const first = await engine.client['threads.list']();
    expect(first.threads).toHaveLength(50);
    expect(first.nextCursor).not.toBeNull();
    const most = await engine.client['threads.list']({ query: { limit: 200 } });
    expect(most.threads).toHaveLength(200);
    expect(most.nextCursor).not.toBeNull();
    for (const limit of ['0', '201', '-1', '1.5', 'many', '1e3', ''])
      await expectRefusal(engine.port, { target: `/api/threads?limit=${limit}` }, 400, 'invalid_request');
  });

  verifies('contract.lists', 'a foreign cursor is 400, on both lists, whatever it decodes to', async () => {
    const [thread = ''] = await makeThreads(1);
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const foreign = [
      'x',
      '',
      '%00',
      'x'.repeat(513),
      ...[null, [], 1.5, { changeNo: '1' }, { changeNo: 1.5 }, { changeNo: null }].map(encoded),
      // Of an older version.
      encoded({ updatedAt: Date.UTC(2026, 0, 1), threadId: thread }),
    ];
    for (const list of ['/api/threads', `/api/threads/${thread}/messages`])
      for (const cursor of foreign)
        await expectRefusal(engine.port, { target: `${list}?cursor=${cursor}` }, 400, 'invalid_request');
  });

  verifies(
    ['threads.rename-archive', 'threads.list'],
    'hides archived threads unless they are requested or restored',
    async () => {
      const [first = '', second = ''] = await makeThreads(2);
      const set = (archived: boolean) =>
        engine.client['threads.set']({ params: { id: first }, body: { archived } });
      const listed = async (query: { includeArchived?: boolean }) =>
        (await engine.client['threads.list']({ query })).threads.map(({ threadId }) => threadId).toSorted();
      expect(await set(true)).toMatchObject({ archived: true });
      expect(await listed({})).toEqual([second]);
      expect(await listed({ includeArchived: true })).toEqual([first, second].toSorted());
      expect((await engine.client['threads.get']({ params: { id: first } })).archived).toBe(true);
      await set(false);
      expect(await listed({})).toEqual([first, second].toSorted());
    },
  );
});

describe('one thread', () => {
  verifies(
    ['threads.rename-archive', 'threads.get'],
    'can be renamed, and a later run keeps the name',
    async () => {
      const session = await newSession(engine);
      const of = { params: { id: session.threadId } };
      const renamed = await engine.client['threads.set']({ ...of, body: { title: 'Mine ✓ \u{1F600}' } });
      expect(renamed).toMatchObject({ title: 'Mine ✓ \u{1F600}', archived: false });
      await allOf(startRun(engine, session.id, 'a task'));
      expect(await engine.client['threads.get'](of)).toMatchObject({
        title: 'Mine ✓ \u{1F600}',
        messageCount: 2,
      });
    },
  );

  verifies(
    ['threads.rename-archive', 'contract.violations'],
    'refuses an empty change and an empty or too long title',
    async () => {
      const { threadId } = await newSession(engine);
      for (const body of [
        '{}',
        '{"title":""}',
        '{"title":"  "}',
        `{"title":"${'x'.repeat(201)}"}`,
        '{"title":1}',
        '{"archived":"yes"}',
        '{"title":null}',
        '[]',
        'null',
      ])
        await expectRefusal(
          engine.port,
          { method: 'PATCH', target: `/api/threads/${threadId}`, body },
          400,
          'invalid_request',
        );
    },
  );

  verifies(['threads.get', 'threads.delete'], 'that is unknown is 404 on every route', async () => {
    for (const id of [UNKNOWN_ID, 'x', '0', 'constructor', '__proto__'])
      for (const method of ['GET', 'DELETE'])
        await expectRefusal(engine.port, { method, target: `/api/threads/${id}` }, 404, 'thread_not_found');
  });
});

verifies(
  ['threads.messages.paged', 'contract.lists'],
  'messages are listed oldest first, paged by cursor or ?after=, each once, also while new ones arrive',
  async () => {
    const session = await newSession(engine);
    const talk = async () => void (await allOf(startRun(engine, session.id, 'more')));
    for (let round = 0; round < 4; round++) await talk();
    const messages = engine.client['threads.messages'];
    const of = { params: { id: session.threadId } };
    const seqs: number[] = [];
    await everyPage(async (at) => {
      const page = await messages({ ...of, query: { limit: 3, ...at } });
      seqs.push(...page.messages.map(({ seq }) => seq));
      if (seqs.length < 6) await talk();
      return page;
    });
    expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await messages({ ...of, query: { after: 7 } })).messages.map(({ seq }) => seq)).toEqual([
      8, 9, 10,
    ]);
    expect(await messages({ ...of, query: { after: 10 } })).toEqual({ messages: [], nextCursor: null });
    expect((await engine.client['threads.get'](of)).messageCount).toBe(10);
  },
);

verifies(
  ['contract.lists.bytes', 'threads.messages.paged'],
  'a page of messages, runs or past entries ends at a megabyte, and continues by its cursor or ?after=',
  async () => {
    const session = await newSession(engine);
    const task = 'a long task. '.repeat(40_000);
    for (let round = 0; round < 3; round++) await allOf(startRun(engine, session.id, task));
    const of = { params: { id: session.threadId } };
    const first = await engine.client['threads.messages'](of);
    expect(first.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    const byCursor = await engine.client['threads.messages']({
      ...of,
      query: { cursor: first.nextCursor ?? '' },
    });
    expect(byCursor.messages.map(({ seq }) => seq)).toEqual([5, 6]);
    expect(byCursor.nextCursor).toBeNull();
    expect(await engine.client['threads.messages']({ ...of, query: { after: 4 } })).toEqual(byCursor);

    const runs = await engine.client['history.runs']();
    expect([runs.runs.length, runs.nextCursor === null]).toEqual([2, false]);
    const rest = await engine.client['history.runs']({ query: { cursor: runs.nextCursor ?? '' } });
    expect([rest.runs.length, rest.nextCursor]).toEqual([1, null]);

    const ns = { params: { ns: 'knowledge' } };
    for (const nth of [1, 2, 3, 4])
      await engine.client['memory.replace']({ ...ns, body: { content: `${nth} ${task}` } });
    const past = await engine.client['memory.read']({ ...ns, query: { superseded: true } });
    expect(past.superseded?.map(({ text }) => text[0])).toEqual(['3', '2']);
    const older = await engine.client['memory.read']({
      ...ns,
      query: { superseded: true, cursor: past.nextCursor ?? '' },
    });
    expect([older.superseded?.map(({ text }) => text[0]), older.nextCursor]).toEqual([['1'], null]);

    const exported = await ask(engine.port, { target: `/api/threads/${session.threadId}/debug-export` });
    const bundle = JSON.parse(exported.body.toString()) as { messages: unknown[]; runs: unknown[] };
    expect([bundle.messages.length, bundle.runs.length]).toEqual([6, 3]);
  },
);
