import { beforeEach, expect } from '@jest/globals';
import type { Change } from '../../../src/core/features.ts';
import { refuse as refuseModel } from '../../../src/core/instance/models/errors.ts';
import type { Journal } from '../../../src/core/ports/journal.ts';
import { ScriptedModel, fail, gate, hangUntilAbort, text, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refuses } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf, newSession, replay, startRun } from './runs.ts';
import { until } from './wire.ts';

let dataDir: string;
let engine: TestEngine;
/** What the models of the next runs play. */
let turns: (readonly Step[])[];
let hasKey: boolean;
/** How often a model was asked for without a key. */
let refused: number;
let commits: (readonly Change[])[];

const journal = (inner: Journal<Change>): Journal<Change> => ({
  commit: async (changes, durability) => {
    await inner.commit(changes, durability);
    commits.push(changes);
  },
});

const start = async () => {
  const open = async () => {
    if (!hasKey) {
      refused += 1;
      throw refuseModel.provider_incomplete({});
    }
    return new ScriptedModel(turns.splice(0, 1));
  };
  const started = await startTestEngine({ dataDir, journal, models: { open } });
  return started;
};

beforeEach(async () => {
  dataDir = temporaryDir();
  turns = [];
  hasKey = true;
  refused = 0;
  commits = [];
  engine = await start();
  await engine.client['config.set']({ body: { memory_extraction: false } });
});

const of = (id: string) => ({ params: { id } });
const thread = (id: string) => engine.client['threads.get'](of(id));
const queueOf = (id: string) => engine.client['queue.get'](of(id));
const waitingIn = async (id: string) => (await queueOf(id)).tasks.map(({ task }) => task);
const add = (id: string, task: string, key?: string) =>
  engine.client['queue.add']({
    ...of(id),
    body: { task },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
const resume = (id: string) => engine.client['queue.resume'](of(id));
const tasksRunIn = async (id: string) =>
  (await engine.client['history.runs']({ query: {} })).runs
    .filter(({ threadId }) => threadId === id)
    .map(({ task, status, startedBy }) => `${startedBy.kind}: ${task}: ${status}`)
    .toReversed();
const idle = (id: string) => until('the thread is idle', async () => (await thread(id)).activeRunId === null);

/** A thread with a run in progress until it is opened. */
async function busy() {
  const pause = gate();
  turns.push([pause.step, text('first')]);
  const { id: session, threadId: id } = await newSession(engine);
  const run = await startRun(engine, session, 'first');
  return { session, id, run, open: () => pause.open() };
}

verifies(
  'queue.order',
  'one after the other, as runs of the owner, in the session of the thread',
  async () => {
    const { id, session, run, open } = await busy();
    turns.push([text('two')], [text('three')]);
    expect(await add(id, 'second')).toEqual({ queuedTaskId: expect.any(String), position: 1, runId: null });
    expect(await add(id, 'third')).toMatchObject({ position: 2 });
    expect(await thread(id)).toMatchObject({ queued: 2, activeRunId: run.runId });
    const queue = await queueOf(id);
    expect(queue).toMatchObject({ held: false, reason: null });
    expect(queue.tasks).toMatchObject([
      { position: 1, task: 'second', profile: null },
      { position: 2, task: 'third', profile: null },
    ]);
    open();
    await until('all have run', async () => (await tasksRunIn(id)).length === 3);
    await idle(id);
    expect(await tasksRunIn(id)).toEqual([
      'person: first: completed',
      'person: second: completed',
      'person: third: completed',
    ]);
    const { runs } = await engine.client['history.runs']({ query: {} });
    expect(new Set(runs.map((one) => one.sessionId))).toEqual(new Set([session]));
    expect(await thread(id)).toMatchObject({ queued: 0, messageCount: 6, unread: true });
    // The removal and the start are one change.
    const starts = commits.flat().filter((change) => change.change === 'run.start');
    expect(starts.map(({ fromQueue }) => fromQueue)).toEqual([
      undefined,
      ...queue.tasks.map(({ queuedTaskId }) => queuedTaskId),
    ]);
  },
);

verifies('queue.order', 'at once in an idle thread, even in one without a session', async () => {
  const { id: session, threadId } = await newSession(engine);
  await engine.client['sessions.delete'](of(session));
  turns.push([text('done')]);
  const sent = await add(threadId, 'now');
  expect(sent).toMatchObject({ position: 0, runId: expect.any(String) });
  const events = await allOf(replay(engine, sent.runId));
  expect(events.at(-1)?.type).toBe('done');
  expect(await tasksRunIn(threadId)).toEqual(['person: now: completed']);
  await refuses(add(UNKNOWN_ID, 'x'), { status: 404, code: 'thread_not_found' });
});

verifies('queue.held', 'after an abort, until it is resumed', async () => {
  const { id, run } = await busy();
  await add(id, 'second');
  await add(id, 'third');
  await engine.client['threads.abort']({ ...of(id), body: {} });
  await allOf(run);
  await until('the queue is held', async () => (await queueOf(id)).held);
  expect(await queueOf(id)).toMatchObject({ held: true, reason: 'aborted' });
  expect(await add(id, 'fourth')).toMatchObject({ position: 3, runId: null });
  turns.push([text('2')], [text('3')], [text('4')]);
  const resumed = await resume(id);
  expect(resumed).toEqual({ resumed: true, runId: expect.any(String) });
  expect(await resume(id)).toMatchObject({ resumed: true });
  await until('all have run', async () => (await tasksRunIn(id)).length === 4);
  await idle(id);
  expect(await queueOf(id)).toEqual({ tasks: [], held: false, reason: null });
});

verifies('queue.held', 'after a run that failed, and when the next one cannot start', async () => {
  const pause = gate();
  turns.push([pause.step, fail('provider_auth', { retryable: false })]);
  const { id: session, threadId: id } = await newSession(engine);
  const run = await startRun(engine, session, 'first');
  await add(id, 'second');
  pause.open();
  await allOf(run);
  await until('the queue is held', async () => (await queueOf(id)).held);
  expect(await queueOf(id)).toMatchObject({ reason: 'provider_auth' });
  hasKey = false;
  expect(await resume(id)).toEqual({ resumed: true, runId: null });
  expect(await queueOf(id)).toMatchObject({ held: true, reason: 'provider_incomplete' });
  expect(refused).toBe(1);
  expect(await waitingIn(id)).toEqual(['second']);
  hasKey = true;
  turns.push([text('done')]);
  expect((await resume(id)).runId).not.toBeNull();
  await until('it has run', async () => (await tasksRunIn(id)).length === 2);
  await idle(id);
});

verifies('queue.held', 'after a restart, until it is resumed', async () => {
  const { id } = await busy();
  await add(id, 'second');
  await engine.stop();
  engine = await start();
  expect(await queueOf(id)).toMatchObject({ held: true, reason: 'restarted' });
  expect(await tasksRunIn(id)).toHaveLength(1);
  turns.push([text('done')]);
  await resume(id);
  await until('it has run', async () => (await tasksRunIn(id)).length === 2);
  await idle(id);
});

verifies('queue.remove', 'one that waits', async () => {
  const { id, run, open } = await busy();
  const [second, third] = [await add(id, 'second'), await add(id, 'third')];
  const remove = (queuedTaskId: string, from = id) =>
    engine.client['queue.remove']({ params: { id: from, queuedTaskId } });
  await remove(second.queuedTaskId);
  expect(await waitingIn(id)).toEqual(['third']);
  const missing = { status: 404, code: 'queued_task_not_found' };
  await refuses(remove(second.queuedTaskId), missing);
  const other = await newSession(engine);
  await refuses(remove(third.queuedTaskId, other.threadId), missing);
  turns.push([text('3')]);
  open();
  await allOf(run);
  await until('the last has run', async () => (await tasksRunIn(id)).length === 2);
  await idle(id);
  expect(await tasksRunIn(id)).toEqual(['person: first: completed', 'person: third: completed']);
  await refuses(remove(third.queuedTaskId), missing);
});

verifies('queue.full', 'the twenty-first is refused', async () => {
  const { id } = await busy();
  const sent = await Promise.allSettled(Array.from({ length: 25 }, (_, nth) => add(id, `task ${nth}`)));
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  await refuses(add(id, 'more'), { status: 409, code: 'queue_full' });
  expect(await waitingIn(id)).toHaveLength(20);
});

verifies('queue.idempotency', 'while it waits, when it has started, and after a restart', async () => {
  const { id, run, open } = await busy();
  const twice = await Promise.all([add(id, 'second', 'k'), add(id, 'second', 'k')]);
  expect(twice[1]).toEqual(twice[0]);
  await refuses(add(id, 'another', 'k'), { status: 409, code: 'idempotency_mismatch' });
  turns.push([text('2')]);
  open();
  await allOf(run);
  await until('it has run', async () => (await tasksRunIn(id)).length === 2);
  await idle(id);
  const { runs } = await engine.client['history.runs']({ query: {} });
  const after = { queuedTaskId: twice[0]?.queuedTaskId, position: 0, runId: runs[0]?.runId };
  expect(await add(id, 'second', 'k')).toEqual(after);
  await engine.stop();
  engine = await start();
  expect(await add(id, 'second', 'k')).toEqual(after);
  expect(await tasksRunIn(id)).toHaveLength(2);
});

verifies('queue.deleted', 'none of them starts', async () => {
  const { id } = await busy();
  for (const task of ['second', 'third']) await add(id, task);
  turns.push([hangUntilAbort()]);
  await engine.client['threads.delete']({ ...of(id), query: {} });
  await refuses(queueOf(id), { status: 404 });
  const { runs } = await engine.client['history.runs']({ query: {} });
  expect(runs).toHaveLength(1);
});
