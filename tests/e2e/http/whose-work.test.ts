import { beforeEach, expect } from '@jest/globals';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { DAY_MS } from '../../../src/core/kernel/durations.ts';
import { taskId as asTaskId, type PersonId } from '../../../src/core/kernel/ids.ts';
import { databaseTokens } from '../../../src/main/tokens.ts';
import type { directSurface } from '../../../src/main/serving/http-surface.ts';
import { hangUntilAbort, ScriptedModel, text, type Step } from '../../doubles/scripted-model.ts';
import { noPrice, type Price } from '../../../src/core/ports/model.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { askingWith, planted, proofOf } from '../../harness/people.ts';
import { proofOfOwner } from '../../../src/core/trust/people/model.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal, refuses } from './problems.ts';

type Asking = ReturnType<typeof directSurface>['client'];

/** Stands in every text of the one whose things these are. */
const MARK = 'quince-and-medlar';

let engine: TestEngine;
let turns: (readonly Step[])[];
let price: Price;
let one: Asking;
let me: PersonId;
/** Another member, and the owner. */
let others: readonly [Asking, Asking];

beforeEach(async () => {
  turns = [];
  price = noPrice;
  engine = await startTestEngine({
    models: { open: async () => new ScriptedModel(turns.splice(0, 1), 'scripted', price) },
  });
  me = (await planted(engine)).personId;
  one = askingWith(engine, proofOf(me));
  others = [
    askingWith(engine, proofOf((await planted(engine, { name: 'Bob' })).personId)),
    askingWith(engine, proofOfOwner('token')),
  ];
});

const nothingIn = (answers: readonly unknown[], ...ids: readonly string[]) => {
  for (const mark of [MARK, ...ids]) expect(JSON.stringify(answers)).not.toContain(mark);
};

const workflow = (name = MARK) => ({ name, steps: [{ stepId: 'look', task: `${MARK} step` }] });

/** Resolves once nothing is at work. */
async function ended(): Promise<void> {
  while ((await one['running.list']()).running.length > 0) await new Promise(setImmediate);
}

verifies('people.work', 'tasks of another are unknown, and in no list', async () => {
  const { taskId } = await one['tasks.create']({ body: { title: MARK, tags: [MARK] } });
  for (const asking of others) {
    for (const id of [taskId, taskId.slice(0, 6)]) {
      const params = { id };
      for (const asked of [
        asking['tasks.get']({ params }),
        asking['tasks.set']({ params, body: { title: 'x' } }),
        asking['tasks.complete']({ params }),
        asking['tasks.delete']({ params }),
        asking['tasks.create']({ body: { title: 'x', parentId: id } }),
        asking['tasks.list']({ query: { parent: id } }),
      ])
        await refuses(asked, { status: 404, code: 'task_not_found' });
    }
    for (const query of [{}, { q: MARK }, { tag: MARK }, { status: 'open' }] as const)
      nothingIn([await asking['tasks.list']({ query })], taskId);
  }
  expect((await one['tasks.get']({ params: { id: taskId } })).status).toBe('open');
  expect((await one['tasks.list']()).tasks).toHaveLength(1);
});

verifies(
  ['people.work', 'people.stop-beginnings'],
  'a beginning that two people have means the own one, and is ambiguous with nothing of the other',
  async () => {
    const { taskId: made } = await one['tasks.create']({ body: { title: MARK } });
    const { services } = engine.engine;
    const template = (await services.tasks.get(made, { person: me, role: 'member' })).task;
    const put = async (id: string, personId: PersonId): Promise<void> =>
      await engine.engine
        .get(databaseTokens.journal)
        .commit([{ change: 'task.add', task: { ...template, taskId: asTaskId(id), personId } }]);
    await put('abcd00000001', me);
    await put('abcd00000002', services.people.owner);
    await put('abcd00000003', services.people.owner);
    const of = (id: string) => ({ params: { id } });
    expect((await one['tasks.get'](of('abcd'))).taskId).toBe('abcd00000001');
    for (const id of ['abcd', 'abcd00000001'])
      await refuses(one['tasks.stop'](of(id)), { status: 409, code: 'not_running' });
    await refuses(one['tasks.stop'](of('abcd00000002')), { status: 403, code: 'forbidden' });
    await refuses(one['tasks.stop'](of('abcd0000000')), { status: 409, code: 'not_running' });
    await refuses(others[0]['tasks.stop'](of('abcd')), { status: 404, code: 'task_not_found' });
    await refuses(others[0]['tasks.get'](of('abcd')), { status: 404, code: 'task_not_found' });
    const ambiguous = await refusal(others[1]['tasks.stop'](of('abcd')));
    expect(ambiguous).toMatchObject({ status: 409, code: 'ambiguous_id' });
    nothingIn([ambiguous], 'abcd00000001');
    await put('abcd00000004', me);
    const own = await refusal(one['tasks.get'](of('abcd')));
    expect(own).toMatchObject({ code: 'ambiguous_id', candidates: ['abcd00000001', 'abcd00000004'] });
  },
);

verifies('people.triggers', "others' triggers are rows without a word", async () => {
  turns.push([hangUntilAbort()]);
  const body = { title: MARK, schedule: '0 8 * * *', task: `${MARK} task` };
  const { triggerId } = await one['triggers.create']({ body });
  await one['triggers.run']({ params: { id: triggerId } });
  expect((await one['triggers.list']()).triggers).toMatchObject([
    { triggerId, owner: null, title: MARK, running: true, stoppable: true },
  ]);
  for (const [at, asking] of others.entries()) {
    const { triggers } = await asking['triggers.list']();
    const isOwner = at === 1;
    const row = { triggerId, kind: 'schedule', enabled: true, running: isOwner, stoppable: isOwner };
    expect(triggers).toEqual([expect.objectContaining({ ...row, owner: { name: 'Ada' }, words: null })]);
    const told = Object.entries(triggers[0] ?? {}).flatMap(([name, value]) => (value === null ? [] : name));
    expect(told.toSorted()).toEqual([...Object.keys(row), 'owner'].toSorted());
    const params = { id: triggerId };
    for (const asked of [
      asking['triggers.get']({ params }),
      asking['triggers.set']({ params, body: { enabled: false } }),
      asking['triggers.delete']({ params }),
      asking['triggers.run']({ params }),
      asking['triggers.test']({ params }),
      asking['triggers.runs']({ params }),
    ])
      await refuses(asked, { status: 404, code: 'trigger_not_found' });
    nothingIn([await asking['running.list'](), await asking['engine.status']()]);
  }
  await refuses(others[0]['tasks.stop']({ params: { id: triggerId } }), { status: 403, code: 'forbidden' });
  await others[1]['tasks.stop']({ params: { id: triggerId } });
  await ended();
});

verifies('people.triggers', 'a member makes no trigger that makes backups', async () => {
  const body = { title: MARK, schedule: '0 8 * * *', effect: 'backup' } as const;
  await refuses(one['triggers.create']({ body }), { status: 403, code: 'owner_only' });
  await refuses(one['triggers.draft']({ body }), { status: 403, code: 'owner_only' });
  expect(await others[1]['triggers.create']({ body })).toMatchObject({ effect: 'backup' });
});

verifies('people.costs', "what one spends is in nobody else's statistics", async () => {
  turns.push([text(`${MARK} done`)]);
  const { sessionId } = await one['sessions.create']({ body: {} });
  const { events } = await one['runs.start']({ params: { id: sessionId }, body: { task: MARK } });
  for await (const event of events) if (event.type === 'done') break;
  await ended();
  const counts = async (asking: Asking) => {
    const [stats, days, starters] = await Promise.all([
      asking['history.stats'](),
      asking['history.dailyCost'](),
      asking['history.starters'](),
    ]);
    const perDay = days.days.reduce((sum, { runs }) => sum + runs, 0);
    return [stats.total.runs, stats.byModel.length, perDay, starters.starters.length];
  };
  expect(await counts(one)).toEqual([1, 1, 1, 1]);
  for (const asking of others) expect(await counts(asking)).toEqual([0, 0, 0, 0]);
});

verifies(
  'people.lines',
  'the owner sees the cost, time and state of what others do, and no word of it',
  async () => {
    turns.push([text(`${MARK} done`)]);
    const { sessionId, threadId } = await one['sessions.create']({ body: {} });
    const { events } = await one['runs.start']({ params: { id: sessionId }, body: { task: MARK } });
    for await (const _ of events);
    await ended();
    const owner = others[1];
    const work = await owner['history.others']();
    expect(work).toMatchObject({
      work: [{ personId: me, kind: 'person', status: 'completed', costUsd: 0, endedAt: expect.any(String) }],
      nextCursor: null,
    });
    nothingIn([work], threadId, sessionId);
    for (const asking of [one, others[0]])
      await refuses(asking['history.others'](), { status: 403, code: 'owner_only' });
  },
);

verifies('people.ceilings', 'a member whose day is spent starts nothing more; the owner does', async () => {
  price = { ...noPrice, input: 1, output: 1 };
  const poor = askingWith(
    engine,
    proofOf((await planted(engine, { name: 'Cy', dailyLimitUsd: 0 })).personId),
  );
  const said = async (asking: Asking) => {
    turns.push([text('done')]);
    const { sessionId } = await asking['sessions.create']({ body: {} });
    const { events } = await asking['runs.start']({ params: { id: sessionId }, body: { task: 'x' } });
    for await (const event of events)
      if (event.type === 'done') return (event.data as { readonly stopReason: string }).stopReason;
    return null;
  };
  expect([await said(poor), await said(others[1])]).toEqual(['budget', 'end_turn']);
  const { personId } = await others[1]['me.get']();
  const limited = async (dailyLimitUsd: number | null) => {
    await others[1]['people.set']({ params: { id: personId }, body: { dailyLimitUsd } });
    return await said(others[1]);
  };
  expect([await limited(0), await limited(null)]).toEqual(['budget', 'end_turn']);
});

verifies('people.arriving', 'sums of days that came without an owner are the owner’s', async () => {
  const { dataDir } = engine;
  await engine.stop();
  const history = new Database(join(dataDir, 'history.db'));
  const day = Math.floor(Date.now() / DAY_MS) - 400;
  history
    .prepare("INSERT INTO spent_days VALUES (?, '', 'm', 'p', 'completed', 1, 2.5, 0, 0, 0, 0, 0, 0)")
    .run(day);
  history.prepare("INSERT INTO tool_days VALUES (?, '', 'recall', 3, 0)").run(day);
  history.exec('DELETE FROM people');
  history.close();
  await (await startTestEngine({ dataDir })).stop();
  const after = new Database(join(dataDir, 'history.db'), { readonly: true });
  const ofNobody = (table: string) =>
    after
      .prepare(`SELECT count(*) FROM ${table} WHERE person_id NOT IN (SELECT person_id FROM people)`)
      .pluck()
      .get();
  expect([ofNobody('spent_days'), ofNobody('tool_days')]).toEqual([0, 0]);
  expect(after.prepare('SELECT sum(cost_usd) FROM spent_days').pluck().get()).toBe(2.5);
  after.close();
});

verifies(
  'people.insights',
  'each sees what came of their own runs, and with a thread that goes to another nothing of it goes along',
  async () => {
    const ran = async (asking: Asking, task: string, threadId?: string) => {
      turns.push([text('done')]);
      const opened = await asking['sessions.create']({ body: threadId === undefined ? {} : { threadId } });
      const { events } = await asking['runs.start']({ params: { id: opened.sessionId }, body: { task } });
      for await (const event of events) if (event.type === 'done') break;
      await ended();
      return opened.threadId;
    };
    const [other, owner] = others;
    const question = (mark: string) => `Which plants in the garden of ${mark} need water?`;
    const mine = [await ran(one, question(MARK)), await ran(one, question(MARK))];
    const theirs = await ran(other, question(MARK));
    const seenBy = async (asking: Asking) => ({
      threads: (await asking['insights.threads']()).threads.map(({ threadId, runs }) => [threadId, runs]),
      patterns: (await asking['insights.patterns']()).patterns.map(({ kind }) => kind),
    });
    expect(await seenBy(one)).toEqual({
      threads: [
        [mine[1], 1],
        [mine[0], 1],
      ],
      patterns: ['repeated_question'],
    });
    expect(await seenBy(other)).toEqual({ threads: [[theirs, 1]], patterns: [] });
    expect(await other['insights.threads']({ query: { limit: 1 } })).toMatchObject({ nextCursor: null });
    expect(await seenBy(owner)).toEqual({ threads: [], patterns: [] });
    nothingIn([await owner['insights.threads'](), await owner['insights.patterns']()]);

    const { personId: to } = await other['me.get']();
    const offer = await one['threads.handOver']({ params: { id: mine[1] ?? '' }, body: { to } });
    await other['handovers.accept']({ params: { id: offer.handoverId } });
    expect(await seenBy(one)).toEqual({ threads: [[mine[0], 1]], patterns: [] });
    expect(await seenBy(other)).toEqual({ threads: [[theirs, 1]], patterns: [] });
    await ran(other, 'And now?', mine[1]);
    expect((await seenBy(other)).threads).toEqual([
      [mine[1], 1],
      [theirs, 1],
    ]);
    expect((await seenBy(one)).threads).toEqual([[mine[0], 1]]);
  },
);

verifies('people.hosts', 'what a host started for one person is unknown to a host of another', async () => {
  turns.push([hangUntilAbort()]);
  const principal = 'http' as const;
  const host = { principal, client: null, waits: 'poll', canAsk: true, stateDir: null } as const;
  const { runId, sessionId } = await one['toolServer.start']({ body: { ...host, task: MARK } });
  const { batchId } = await one['batches.submit']({
    body: { principal, requests: [{ id: MARK, task: MARK }] },
  });
  for (const asking of others) {
    const unknownRun = { status: 404, code: 'tool_run_not_found' };
    const unknownSession = { status: 404, code: 'tool_session_not_found' };
    await refuses(asking['toolServer.poll']({ params: { runId }, body: { principal } }), unknownRun);
    const reply = { params: { runId }, body: { principal, answer: 'x' } };
    await refuses(asking['toolServer.reply'](reply), unknownRun);
    const inSession = { params: { sessionId }, body: { principal } };
    await refuses(asking['toolServer.abort'](inSession), unknownSession);
    await refuses(asking['toolServer.reset'](inSession), unknownSession);
    const another = { body: { ...host, task: 'x', sessionId } };
    await refuses(asking['toolServer.start'](another), unknownSession);
    const asked = { params: { id: batchId }, body: { principal } };
    await refuses(asking['batches.get'](asked), { status: 404, code: 'batch_not_found' });
    const index = { body: { principal, stateDir: '/tmp/x' } };
    nothingIn([await asking['toolRuns.list'](), await asking['toolServer.index'](index)], runId, sessionId);
  }
  expect((await one['toolRuns.list']()).toolRuns).toMatchObject([{ runId, sessionId }]);
  expect(await one['batches.get']({ params: { id: batchId }, body: { principal } })).toMatchObject({
    batchId,
  });
  const stopped = { params: { sessionId }, body: { principal } };
  expect(await one['toolServer.abort'](stopped)).toEqual({ aborted: true });
});

verifies(
  'people.live',
  'of a thread of another no reader learns anything, not even that it was deleted',
  async () => {
    const signal = new AbortController();
    const followed = await Promise.all(
      [one, ...others].map(async (asking) => {
        const told: unknown[] = [];
        const { events } = await asking['threads.events']();
        const reading = (async () => {
          for await (const event of events) {
            told.push(event);
            if (signal.signal.aborted) return;
          }
        })();
        return { told, reading, asking };
      }),
    );
    const { threadId } = await one['sessions.create']({ body: {} });
    await one['threads.set']({ params: { id: threadId }, body: { title: MARK } });
    while (followed[0]!.told.length < 2) await new Promise(setImmediate);
    await one['threads.delete']({ params: { id: threadId } });
    while (!JSON.stringify(followed[0]!.told).includes('thread_deleted')) await new Promise(setImmediate);
    signal.abort();
    for (const { told, reading, asking } of followed) {
      // A thread of their own comes after what would have been told before.
      const own = await asking['sessions.create']({ body: {} });
      await reading;
      if (asking !== one) nothingIn(told, threadId);
      expect(JSON.stringify(told)).toContain(own.threadId);
    }
  },
);

verifies('people.work', 'the status counts and reminds each of their own', async () => {
  turns.push([hangUntilAbort()]);
  const { sessionId } = await one['sessions.create']({ body: {} });
  await one['runs.start']({ params: { id: sessionId }, body: { task: MARK } });
  const status = await Promise.all([one, ...others].map((asking) => asking['engine.status']()));
  expect(status.map(({ activeRuns }) => activeRuns)).toEqual([1, 0, 1]);
  await one['runs.abort']({ params: { id: sessionId }, body: {} });
});

verifies('people.work', 'workflows and their runs are unknown to others, and in no statistics', async () => {
  turns.push([text(`${MARK} done`)]);
  const { workflowId } = await one['workflows.save']({ body: workflow() });
  const headers = { 'idempotency-key': 'k' };
  const start = { params: { id: workflowId }, body: {}, headers };
  const { workflowRunId } = await one['workflows.start'](start);
  await ended();
  for (const asking of others) {
    const params = { id: workflowId };
    const ofRun = { params: { id: workflowRunId } };
    for (const asked of [
      asking['workflows.definition']({ params }),
      asking['workflows.delete']({ params }),
      asking['workflows.start'](start),
      asking['workflows.list']({ query: { workflowId } }),
      asking['triggers.create']({ body: { title: 'x', schedule: '0 8 * * *', workflowId } }),
    ])
      await refuses(asked, { status: 404, code: 'workflow_not_found' });
    for (const asked of [
      asking['workflows.get'](ofRun),
      asking['workflows.steps'](ofRun),
      asking['workflows.retry'](ofRun),
      asking['workflows.remove'](ofRun),
      asking['workflows.events'](ofRun),
    ])
      await refuses(asked, { status: 404, code: 'workflow_run_not_found' });
    nothingIn(
      [
        await asking['workflows.definitions'](),
        await asking['workflows.list'](),
        await asking['workflows.stats.steps'](),
        await asking['workflows.stats.cost'](),
      ],
      workflowId,
      workflowRunId,
    );
  }
  expect((await one['workflows.list']()).workflows).toMatchObject([{ workflowRunId, status: 'completed' }]);
  expect((await one['workflows.stats.steps']()).stats).toHaveLength(1);
  expect((await one['workflows.stats.cost']()).stats).toMatchObject([{ name: MARK, runs: 1 }]);
});
