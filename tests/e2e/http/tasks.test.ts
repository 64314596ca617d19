import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import type { Model } from '../../../src/core/ports/model.ts';
import { databaseTokens } from '../../../src/main/tokens.ts';
import {
  gate,
  hangUntilAbort,
  ScriptedModel,
  text,
  toolCalls,
  type Step,
} from '../../doubles/scripted-model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { everyPage } from './pages.ts';
import { expectProblem, expectRefusal, refusal, refuses } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allAnswered, newSession, questionsIn, resultsIn, startRun } from './runs.ts';
import { ask, until } from './wire.ts';

let engine: TestEngine;
/** What the models of the next runs play, with the profile that each is opened with. */
let turns: (readonly (readonly Step[])[])[];
let profiles: (string | null)[];

beforeAll(async () => {
  const open = async (profile: string | null): Promise<Model> => {
    profiles.push(profile);
    return new ScriptedModel(turns.shift() ?? []);
  };
  profiles = [];
  engine = await startTestEngine({ models: { open } });
  await engine.client['config.set']({ body: { memory_extraction: false } });
});
beforeEach(() => {
  turns = [];
  profiles = [];
});
afterAll(() => expect(engine.log.events('error')).toEqual([]));

type Body = Parameters<TestEngine['client']['tasks.create']>[0]['body'];
type Edit = NonNullable<Parameters<TestEngine['client']['tasks.set']>[0]['body']>;
type Query = NonNullable<NonNullable<Parameters<TestEngine['client']['tasks.list']>[0]>['query']>;
const of = (id: string) => ({ params: { id } });
const add = (title: string, more: Partial<Body> = {}) =>
  engine.client['tasks.create']({ body: { title, ...more } });
const get = (id: string) => engine.client['tasks.get'](of(id));
const set = (id: string, body: Edit) => engine.client['tasks.set']({ ...of(id), body });
const stop = (id: string) => engine.client['tasks.stop'](of(id));
const list = async (query: Query = {}) =>
  (await engine.client['tasks.list']({ query })).tasks.map(({ title }) => title);
const post = (target: string, body: unknown, method = 'POST') =>
  ask(engine.port, { method, target, body: JSON.stringify(body) });
const idle = (id: string) => until('the agent is done', async () => !(await get(id)).running);

verifies(
  ['tasks.create', 'tasks.update', 'tasks.complete', 'tasks.delete'],
  'a task is made, changed, completed and deleted, by the beginning of its id too',
  async () => {
    const made = await add('  Call   Ann ', {
      description: ' About the tax ',
      priority: 'high',
      assignee: 'Bob',
      dueAt: '2027-01-31T10:00:00+01:00',
      tags: ['tax', ' tax ', 'ann'],
    });
    expect(made).toEqual({
      taskId: expect.stringMatching(/^[0-9a-f]{12}$/u),
      title: 'Call Ann',
      description: 'About the tax',
      status: 'open',
      priority: 'high',
      assignee: 'Bob',
      dueAt: '2027-01-31T09:00:00.000Z',
      tags: ['ann', 'tax'],
      parentId: null,
      threadId: null,
      runId: null,
      problem: null,
      says: {},
      report: null,
      completedBy: null,
      createdBy: 'owner',
      createdAt: expect.any(String),
      updatedAt: made.createdAt,
      completedAt: null,
      running: false,
      stoppable: false,
      waiting: false,
    });
    const { taskId: id } = made;
    expect(await get(id.toUpperCase())).toEqual(made);
    expect(await set(id, { description: null, dueAt: null, tags: [], assignee: null })).toMatchObject({
      title: 'Call Ann',
      description: null,
      dueAt: null,
      tags: [],
      assignee: null,
      priority: 'high',
    });
    const done = await engine.client['tasks.complete'](of(id));
    expect(done).toMatchObject({ status: 'completed', completedAt: expect.any(String) });
    expect(await engine.client['tasks.complete'](of(id))).toEqual(done);
    expect(await set(id, { status: 'open' })).toMatchObject({ status: 'open', completedAt: null });
    await refuses(set(id, { parentId: id }), { status: 400, code: 'invalid_parent' });
    await engine.client['tasks.delete'](of(id));
    for (const call of [get(id), set(id, { title: 'x' }), stop(id), engine.client['tasks.delete'](of(id))])
      await refuses(call, { status: 404, code: 'task_not_found' });
    // A wildcard is none.
    for (const wrong of [UNKNOWN_ID, '____', 'zzzz'])
      await refuses(get(wrong), { status: 404, code: 'task_not_found' });
  },
);

verifies('tasks.create', 'bad input is refused, and named, and changes nothing', async () => {
  const { taskId: id } = await add('Fine');
  const before = await engine.client['tasks.list']({ query: {} });
  const wrong: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ title: '' }, '/title'],
    [{ title: ' \n' }, '/title'],
    [{ title: 'x'.repeat(201) }, '/title'],
    [{ description: 'x'.repeat(16_385) }, '/description'],
    [{ priority: 'huge' }, '/priority'],
    [{ assignee: '' }, '/assignee'],
    [{ dueAt: 'tomorrow' }, '/dueAt'],
    [{ dueAt: '2026-02-30T00:00:00Z' }, '/dueAt'],
    [{ dueAt: '2016-12-31T23:59:60Z' }, '/dueAt'],
    [{ dueAt: '0000-01-01T00:00:00+10:00' }, '/dueAt'],
    [{ tags: 'work' }, '/tags'],
    [{ tags: Array.from({ length: 21 }, (_, at) => `${at}`) }, '/tags'],
    [{ tags: ['x'.repeat(51)] }, '/tags/0'],
    [{ parentId: 7 }, '/parentId'],
    [{ runId: UNKNOWN_ID }, '/runId'],
  ];
  for (const [body, path] of wrong)
    for (const reply of [
      await post('/api/tasks', { title: 'x', ...body }),
      await post(`/api/tasks/${id}`, body, 'PATCH'),
    ]) {
      const problem = expectProblem(reply, 400, 'invalid_request') as { violations?: { path: string }[] };
      expect([body, problem.violations?.[0]?.path]).toEqual([body, path]);
    }
  expectProblem(await post('/api/tasks', {}), 400, 'invalid_request');
  expectProblem(await post(`/api/tasks/${id}`, {}, 'PATCH'), 400, 'invalid_request');
  expectProblem(await post(`/api/tasks/${id}`, { status: 'done' }, 'PATCH'), 400, 'invalid_request');
  for (const query of ['status=done', 'limit=0', 'limit=201', 'cursor=x', 'q=', `q=${'x'.repeat(201)}`])
    await expectRefusal(engine.port, { target: `/api/tasks?${query}` }, 400, 'invalid_request');
  expect(await engine.client['tasks.list']({ query: {} })).toEqual(before);
});

verifies(
  ['tasks.list', 'tasks.search', 'security.patterns'],
  'tasks are found by words, which are literal, and by all else that they have',
  async () => {
    const { taskId: id } = await add('50% off_the "list"', { description: "Bob's tax\\é", tags: ['sale'] });
    await add('500 officers', { assignee: 'x%', tags: ['sales'], parentId: id });
    await set(id, { status: 'in_progress' });
    const found: readonly (readonly [Query, readonly string[]])[] = [
      [{ q: '50%' }, ['50% off_the "list"']],
      [{ q: 'off_' }, ['50% off_the "list"']],
      [{ q: '"LIST"' }, ['50% off_the "list"']],
      [{ q: "bob's off" }, ['50% off_the "list"']],
      [{ q: '\\\u00c9' }, ['50% off_the "list"']],
      [{ q: 'off 50' }, ['500 officers', '50% off_the "list"']],
      [{ q: "' OR 1=1 --" }, []],
      [{ q: '%' }, ['50% off_the "list"']],
      [{ tag: 'sale' }, ['50% off_the "list"']],
      [{ tag: 'sale%' }, []],
      [{ assignee: 'x%' }, ['500 officers']],
      [{ assignee: '%' }, []],
      [{ status: 'in_progress' }, ['50% off_the "list"']],
      [{ status: 'in_progress', tag: 'sales' }, []],
      [{ parent: id }, ['500 officers']],
    ];
    for (const [query, titles] of found) expect([query, await list(query)]).toEqual([query, titles]);
    // A white space alone finds no word that is missing.
    expect((await list({ q: ' ' })).length).toBeGreaterThan(1);
  },
);

verifies(
  ['tasks.list', 'tasks.search'],
  'pages have no gaps and no doubles while tasks come and go',
  async () => {
    const tags = ['paged'];
    const ids: string[] = [];
    for (let no = 0; no < 7; no++) ids.push((await add(`p${no}`, { tags })).taskId);
    for (const query of [{ tag: 'paged' }, {}]) {
      const seen: string[] = [];
      await everyPage(async (at) => {
        const page = await engine.client['tasks.list']({ query: { ...query, limit: 2, ...at } });
        expect(page.tasks.length).toBeLessThanOrEqual(2);
        seen.push(...page.tasks.filter((task) => task.tags.includes('paged')).map(({ title }) => title));
        // What is new or gone moves nothing that comes later.
        await add('new', { tags: ['paged', 'new'] });
        if (seen.length === 2 && query.tag) await engine.client['tasks.delete'](of(ids[6] ?? ''));
        return page;
      });
      expect(seen.filter((title) => title !== 'new')).toEqual(
        query.tag ? ['p6', 'p5', 'p4', 'p3', 'p2', 'p1', 'p0'] : ['p5', 'p4', 'p3', 'p2', 'p1', 'p0'],
      );
    }
  },
);

verifies(
  ['tasks.ids', 'tasks.stop.ambiguous', 'tasks.stop.ids'],
  'of several ids that begin alike none is taken, and all are named, wherever an id is given',
  async () => {
    // Runs of the same days begin alike; so does the task that is put beside them.
    turns.push([[hangUntilAbort()]], [[hangUntilAbort()]]);
    const [one, other] = [await add('one', { assignee: 'agent' }), await add('other', { assignee: 'agent' })];
    const runs = [one.runId ?? '', other.runId ?? ''];
    const alike = runs[0]?.slice(0, 7) ?? '';
    expect(runs[1]?.startsWith(alike)).toBe(true);
    const problem = await refusal(stop(alike));
    expect(problem).toMatchObject({ status: 409, code: 'ambiguous_id' });
    expect((problem as { candidates?: string[] }).candidates?.toSorted()).toEqual(runs.toSorted());
    for (const run of runs) expect((problem as { detail?: string }).detail).toContain(run);
    for (const id of [one, other]) expect(await get(id.taskId)).toMatchObject({ running: true });
    expect(await stop(runs[0] ?? '')).toEqual({ requested: true, runId: runs[0] });
    expect(await stop(other.taskId.slice(0, 11))).toEqual({ requested: true, runId: runs[1] });
    await idle(one.taskId);
    await idle(other.taskId);

    const rows = ['abcd00000001', 'abcd00000002', 'abcd1'];
    const { services } = engine.engine;
    const owner = { person: services.people.owner, role: 'owner' } as const;
    const template = (await services.tasks.get(one.taskId, owner)).task;
    await services.tasks.remove(one.taskId, owner);
    const { journal } = engine.engine.get(databaseTokens.databases).history as never as {
      journal: { commit(changes: readonly unknown[]): Promise<void> };
    };
    await journal.commit(rows.map((taskId) => ({ change: 'task.add', task: { ...template, taskId } })));
    const asked = [
      () => get('abcd0'),
      () => set('ABCD0', { title: 'x' }),
      () => engine.client['tasks.complete'](of('abcd0')),
      () => engine.client['tasks.delete'](of('abcd0')),
      () => stop('abcd0'),
      () => add('child', { parentId: 'abcd0' }),
      () => engine.client['tasks.list']({ query: { parent: 'abcd0' } }),
    ];
    for (const call of asked)
      await refuses(call(), {
        status: 409,
        code: 'ambiguous_id',
        candidates: rows.slice(0, 2),
      });
    // A whole id is itself, although others begin with it.
    expect((await get('abcd1')).taskId).toBe('abcd1');
    for (const short of ['a', 'abc'])
      for (const call of [get(short), stop(short)])
        await refuses(call, { status: 400, code: 'id_too_short' });
    for (const id of rows) await engine.client['tasks.delete'](of(id));
  },
);

verifies(
  ['tasks.agent', 'tasks.stop', 'tasks.stop.not-running'],
  'work for the agent begins at once in a thread of its own, and can be stopped and given again',
  async () => {
    const pause = gate();
    turns.push([[pause.step, text('Done.')]]);
    const made = await add('Sort the files', { description: 'By year', assignee: 'agent' });
    expect(made).toMatchObject({
      status: 'in_progress',
      running: true,
      stoppable: true,
      runId: expect.any(String),
      threadId: expect.any(String),
    });
    const { taskId: id, threadId } = made;
    await refuses(set(id, { title: 'Other words' }), {
      status: 409,
      code: 'task_running',
    });
    expect(await set(id, { priority: 'low', assignee: 'agent' })).toMatchObject({
      running: true,
      runId: made.runId,
    });
    const thread = await engine.client['threads.get'](of(threadId ?? ''));
    expect([thread.title, thread.activeRunId]).toEqual(['Sort the files', made.runId]);
    pause.open();
    await idle(id);
    expect(await get(id)).toMatchObject({
      status: 'completed',
      problem: null,
      report: 'Done.',
      completedBy: 'agent',
      stoppable: false,
      priority: 'low',
    });
    await refuses(stop(id), { status: 409, code: 'not_running' });
    await refuses(stop(made.runId ?? ''), { status: 409, code: 'not_running' });

    turns.push([[hangUntilAbort()]]);
    const again = await set(id, { assignee: 'agent', status: 'open' });
    expect(again).toMatchObject({ running: true, status: 'in_progress', completedAt: null });
    expect([again.runId === made.runId, again.threadId === threadId]).toEqual([false, false]);
    expect(await stop(id)).toEqual({ requested: true, runId: again.runId });
    await idle(id);
    expect(await get(id)).toMatchObject({ status: 'open', problem: expect.any(String) });

    turns.push([[hangUntilAbort()]]);
    const last = await set(id, { assignee: 'agent' });
    await engine.client['tasks.delete'](of(id));
    const run = await engine.client['history.run']({ params: { id: last.runId ?? '' } });
    expect(run).toMatchObject({ status: 'aborted', startedBy: { kind: 'task', id } });
    expect(profiles).toEqual([null, null, null]);
  },
);

verifies(
  'tasks.tools',
  'the agent writes a task down freely; to work in the background it asks, and declined nothing is stored',
  async () => {
    const calls = (name: string, input: Record<string, string>): readonly Step[] => [
      toolCalls({ name, input }),
    ];
    const { id: session, threadId } = await newSession(engine);
    const before = (await list()).length;
    turns.push([
      calls('create_task', { title: 'Buy milk', due_at: '2027-01-31T09:00:00Z' }),
      calls('create_task', { title: 'Dig a tunnel', description: 'To the bank', assignee: 'agent' }),
      calls('create_task', { title: 'Late', due_at: '2016-12-31T23:59:60Z' }),
      calls('list_tasks', { words: 'milk' }),
      [text('done')],
    ]);
    const run = await startRun(engine, session, 'plan');
    const events = await allAnswered(engine, run, (options) => options.at(-1) ?? '');
    const asked = questionsIn(events).map(({ question }) => question);
    expect(asked).toEqual([expect.stringMatching(/Dig a tunnel.*To the bank/u)]);
    const results = resultsIn(events);
    expect(results.map(({ success }) => success)).toEqual([true, false, false, true]);
    for (const part of ['Buy milk', '2027-01-31T09:00:00.000Z']) expect(results[3]?.output).toContain(part);
    expect((await list()).length).toBe(before + 1);
    const [milk] = (await engine.client['tasks.list']({ query: { q: 'milk' } })).tasks;
    expect(milk).toMatchObject({
      createdBy: 'agent',
      threadId,
      status: 'open',
      dueAt: '2027-01-31T09:00:00.000Z',
    });

    turns.push(
      [
        calls('update_task', { task_id: milk?.taskId ?? '', priority: 'high' }),
        calls('complete_task', { task_id: milk?.taskId.slice(0, 11) ?? '' }),
        calls('create_task', { title: 'Dig a tunnel', assignee: 'agent' }),
        [text('done')],
      ],
      [[text('Dug.')]],
    );
    await allAnswered(engine, await startRun(engine, session, 'go on'), (options) => options[0] ?? '');
    expect(await get(milk?.taskId ?? '')).toMatchObject({ status: 'completed', priority: 'high' });
    const [tunnel] = (await engine.client['tasks.list']({ query: { q: 'tunnel' } })).tasks;
    await idle(tunnel?.taskId ?? '');
    expect(await get(tunnel?.taskId ?? '')).toMatchObject({ status: 'completed', createdBy: 'agent' });
  },
);

verifies(
  ['tasks.completed-by', 'tasks.complete', 'tasks.update'],
  'what the agent completed is completed by its owner who completes it, and nothing in it is',
  async () => {
    const done = async (parent?: string) => {
      turns.push([[text('Done.')]]);
      const { taskId } = await add('By the agent', {
        assignee: 'agent',
        ...(parent === undefined ? {} : { parentId: parent }),
      });
      await idle(taskId);
      expect(await get(taskId)).toMatchObject({ status: 'completed', completedBy: 'agent', report: 'Done.' });
      return taskId;
    };
    const top = await done();
    const inside = await done(top);
    const before = (await get(top)).completedAt;
    expect(await engine.client['tasks.complete'](of(top))).toMatchObject({
      status: 'completed',
      completedBy: 'owner',
      completedAt: before,
      report: 'Done.',
    });
    expect(await get(inside)).toMatchObject({ completedBy: 'agent' });
    expect(await set(inside, { status: 'completed' })).toMatchObject({ completedBy: 'owner' });
    expect(await set(inside, { status: 'open' })).toMatchObject({ completedBy: null });
  },
);

verifies('tasks.waiting', 'a task whose work waits for an answer says so, until it has it', async () => {
  turns.push([[toolCalls({ name: 'ask_user', input: { question: 'Which?' } })], [text('Done.')]]);
  const { taskId: id, threadId } = await add('Choose', { assignee: 'agent' });
  await until('it waits', async () => (await get(id)).waiting);
  const { tasks } = await engine.client['tasks.list']({ query: {} });
  expect(tasks.filter(({ waiting }) => waiting).map(({ taskId }) => taskId)).toEqual([id]);
  await engine.client['threads.reply']({ ...of(threadId ?? ''), body: { answer: 'That one' } });
  await idle(id);
  expect(await get(id)).toMatchObject({ status: 'completed', waiting: false });
});
