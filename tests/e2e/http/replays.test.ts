import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import Database from 'better-sqlite3';
import { ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import {
  removeTemporaryDirs,
  startTestEngine,
  temporaryDir,
  type TestEngine,
} from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf, newSession, startRun, upTo } from './runs.ts';

let engine: TestEngine;
let dataDir: string;
let turns: (readonly Step[])[];
let models: ScriptedModel[];

beforeAll(async () => {
  dataDir = temporaryDir();
  mkdirSync(join(dataDir, 'workspace'));
  models = [];
  const open = async (_profile: string | null, modelId?: string) => {
    const model = new ScriptedModel(turns.splice(0), modelId);
    models.push(model);
    return model;
  };
  engine = await startTestEngine({ dataDir, models: { open } });
  await engine.client['config.set']({ body: { memory_extraction: false } });
});
afterAll(async () => {
  await engine.stop();
  removeTemporaryDirs();
});

const write = (content: string): Step => toolCalls({ name: 'write_file', input: { path: 'a.txt', content } });
const remember = toolCalls({
  name: 'remember',
  input: { namespace: 'knowledge', text: 'The sky is green.' },
});
const ask = toolCalls({ name: 'ask_user', input: { question: 'Which colour?', options: ['red', 'blue'] } });
const ofRun = (runId: string) => ({ params: { runId } });

/** A run that wrote a file, asked its owner, and answered. */
async function recorded() {
  const { id, threadId } = await newSession(engine);
  turns = [[write('one')], [ask], [text('It is red.')]];
  const stream = await startRun(engine, id, 'Write and ask');
  const events = [];
  for await (const event of stream.events) {
    events.push(event);
    if (event.type !== 'prompt') continue;
    const { sessionId, promptId } = event.data;
    await engine.client['prompts.reply']({ params: { id: sessionId }, body: { answer: 'red', promptId } });
  }
  return { id, threadId, runId: stream.runId ?? '', events };
}

async function replayed(runId: string, given: readonly (readonly Step[])[], body = {}) {
  turns = [...given];
  const replay = await engine.client['replays.start']({ ...ofRun(runId), body });
  const events = await allOf(engine.client['runs.events'](ofRun(replay.runId)));
  return { replay, events };
}

/** Every row of every database, and every file of the workspace. */
function everything(): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(dataDir).filter((file) => file.endsWith('.db'))) {
    const connection = new Database(join(dataDir, name), { readonly: true });
    const tables = connection
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
      .pluck()
      .all() as string[];
    for (const table of tables)
      found[`${name} ${table}`] = JSON.stringify(connection.prepare(`SELECT * FROM "${table}"`).all());
    connection.close();
  }
  for (const file of readdirSync(join(dataDir, 'workspace')))
    found[`workspace ${file}`] = readFileSync(join(dataDir, 'workspace', file), 'utf8');
  return found;
}

verifies(
  ['replays.recorded', 'replays.nothing-outside', 'runs.compare'],
  'with recorded answers of the owner, and without touching anything outside',
  async () => {
    const { runId, events: first } = await recorded();
    const before = everything();
    const { replay, events } = await replayed(
      runId,
      [[write('one')], [ask], [write('two')], [remember], [text('It is red, too.')]],
      { model: 'other' },
    );
    const after = everything();
    const changed = Object.keys({ ...before, ...after }).filter((what) => before[what] !== after[what]);
    expect(changed.toSorted()).toEqual([
      'history.db events',
      'history.db runs',
      'history.db spent_days',
      'history.db tool_calls',
    ]);
    expect(after['workspace a.txt']).toBe('one');
    // The rows of everything else are as they were.
    for (const what of ['history.db events', 'history.db runs', 'history.db tool_calls']) {
      const others = (JSON.parse(after[what] ?? '') as { run_id: string }[]).filter(
        (row) => row.run_id !== replay.runId,
      );
      expect(others).toEqual(JSON.parse(before[what] ?? ''));
    }
    const outputs = (all: typeof events) =>
      all.flatMap((event) => (event.type === 'tool_result' ? [event.data.output] : []));
    expect(outputs(events).slice(0, 2)).toEqual(outputs(first));
    expect(outputs(events).slice(2)).toEqual([
      expect.stringContaining('was not recorded'),
      expect.stringContaining('was not recorded'),
    ]);
    expect(replay).toMatchObject({ replayOf: runId, status: 'running', model: 'other' });
    const compared = await engine.client['runs.compare']({ params: { runId, otherId: replay.runId } });
    expect(compared).toMatchObject({
      counts: { same: 2, otherArguments: 0, onlyFirst: 0, onlySecond: 2 },
      isSameText: false,
      first: { text: 'It is red.', run: { replayOf: null } },
      second: { text: 'It is red, too.', run: { replayOf: runId, status: 'completed' } },
    });
    expect((await engine.client['replays.list'](ofRun(runId))).replays).toHaveLength(1);
    const listed = (await engine.client['history.runs']({ query: {} })).runs;
    expect(listed.map((run) => run.replayOf)).toEqual([runId, null]);
    expect((await engine.client['threads.list']()).threads).toHaveLength(1);
  },
);

verifies('replays.refused', 'over HTTP', async () => {
  const start = (runId: string, body = {}) => engine.client['replays.start']({ ...ofRun(runId), body });
  expect(await refusal(start(UNKNOWN_ID))).toMatchObject({ status: 404, code: 'run_not_found' });
  const { id } = await newSession(engine);
  turns = [[ask], [text('x')]];
  const stream = await startRun(engine, id, 'wait');
  await upTo('prompt', stream);
  const runId = stream.runId ?? '';
  expect(await refusal(start(runId))).toMatchObject({ status: 409, code: 'run_not_ended' });
  expect(await engine.client['runs.stop'](ofRun(runId))).toEqual({ requested: true });
  await allOf(engine.client['runs.events'](ofRun(runId)));
  expect(await refusal(engine.client['runs.stop'](ofRun(runId)))).toMatchObject({
    status: 409,
    code: 'not_running',
  });
  expect(await refusal(engine.client['runs.timeline'](ofRun(UNKNOWN_ID)))).toMatchObject({ status: 404 });
  const compared = { params: { runId, otherId: UNKNOWN_ID } };
  expect(await refusal(engine.client['runs.compare'](compared))).toMatchObject({ status: 404 });
});

verifies('runs.timeline', 'with the wait for the owner, and the message of each step', async () => {
  const { runId, threadId } = await recorded();
  const { spans, isCut, run } = await engine.client['runs.timeline'](ofRun(runId));
  expect(isCut).toBe(false);
  expect(run.runId).toBe(runId);
  const order = spans.map(({ kind, name, seq }) => [kind, name, seq]);
  expect(order.toSorted()).toEqual(
    [
      ['model', 'scripted', 3],
      ['tool', 'write_file', 3],
      ['model', 'scripted', 5],
      ['question', 'ask_user', null],
      ['tool', 'ask_user', 5],
      ['model', 'scripted', 6],
    ].toSorted(),
  );
  const starts = spans.map(({ startedAt }) => startedAt);
  expect(starts).toEqual(starts.toSorted());
  const made = await engine.client['threads.fork']({ params: { id: threadId }, body: { throughSeq: 3 } });
  expect(made).toMatchObject({ messageCount: 3, forkedFrom: { seq: 3 } });
});

verifies('forks.step', 'a call stays with its result, and the next task goes on from there', async () => {
  const { threadId } = await recorded();
  const fork = async (throughSeq: number) =>
    await engine.client['threads.fork']({ params: { id: threadId }, body: { throughSeq } });
  for (const [throughSeq, seq] of [
    [1, 1],
    [2, 3],
    [3, 3],
    [4, 5],
    [6, 6],
    [1_000, 6],
  ] as const)
    expect([throughSeq, (await fork(throughSeq)).forkedFrom?.seq]).toEqual([throughSeq, seq]);
  const made = await fork(2);
  const { sessionId } = await engine.client['sessions.create']({ body: { threadId: made.threadId } });
  turns = [[text('Then blue.')]];
  await allOf(startRun(engine, sessionId, 'Take blue'));
  const sent = models.at(-1)?.requests[0]?.messages ?? [];
  expect(sent.map(({ role, content }) => [role, ...content.map(({ type }) => type)])).toEqual([
    ['user', 'text'],
    ['assistant', 'tool_call'],
    ['user', 'tool_result', 'text'],
  ]);
  const both = { params: { id: threadId }, body: { throughSeq: 2, beforeSeq: 2 } };
  expect(await refusal(engine.client['threads.fork'](both))).toMatchObject({ status: 400 });
});
