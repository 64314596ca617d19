import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from '@jest/globals';
import { ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refuses } from './problems.ts';
import { allAnswered, allOf, newSession, resultsIn, startRun } from './runs.ts';

let engine: TestEngine;
let dataDir: string;
let turns: (readonly Step[])[];
let models: ScriptedModel[];

beforeAll(async () => {
  dataDir = temporaryDir();
  mkdirSync(join(dataDir, 'workspace'));
  models = [];
  const open = async (_profile: string | null, _whose: unknown, modelId?: string) => {
    const model = new ScriptedModel(turns.splice(0), modelId);
    models.push(model);
    return model;
  };
  engine = await startTestEngine({ dataDir, models: { open } });
  await engine.client['config.set']({ body: { memory_extraction: false } });
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
  const events = await allAnswered(engine, stream, 'red');
  return { id, threadId, runId: stream.runId ?? '', events };
}

async function replayed(runId: string, given: readonly (readonly Step[])[], body = {}) {
  turns = [...given];
  const replay = await engine.client['replays.start']({ ...ofRun(runId), body });
  const events = await allOf(engine.client['runs.events'](ofRun(replay.runId)));
  return { replay, events };
}

interface Row {
  readonly runId?: string;
}

/** Every row of every database as the export has it, and every file of the workspace. */
async function everything(): Promise<ReadonlyMap<string, readonly Row[]>> {
  const answer = await fetch(`${engine.baseUrl}/api/export`);
  const { sections } = (await answer.json()) as {
    readonly sections: Readonly<Record<string, { readonly items: readonly Row[] }>>;
  };
  const workspace = join(dataDir, 'workspace');
  const files = readdirSync(workspace).map((name) => [name, readFileSync(join(workspace, name), 'utf8')]);
  return new Map([
    ...Object.entries(sections).map(([name, { items }]) => [name, items] as const),
    ['files', [{ runId: JSON.stringify(files) }]],
  ]);
}

const inJson = (value: unknown): string => JSON.stringify(value);

verifies(
  ['replays.recorded', 'replays.nothing-outside', 'runs.compare'],
  'with recorded answers of the owner, and without touching anything outside',
  async () => {
    const { runId, events: first } = await recorded();
    const before = await everything();
    const { replay, events } = await replayed(
      runId,
      [[write('one')], [ask], [write('two')], [remember], [text('It is red, too.')]],
      { model: 'other' },
    );
    const after = await everything();
    const changed = [...after.keys()].filter((name) => inJson(after.get(name)) !== inJson(before.get(name)));
    expect(changed.toSorted()).toEqual(['runEvents', 'runs', 'spentDays', 'toolCalls']);
    for (const name of ['runEvents', 'runs', 'toolCalls'])
      expect(after.get(name)?.filter((row) => row.runId !== replay.runId)).toEqual(before.get(name));
    const outputs = (all: typeof events) => resultsIn(all).map(({ output }) => output);
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
    const { starters } = await engine.client['history.starters']();
    expect(starters.map(({ kind, runs }) => [kind, runs]).toSorted()).toEqual([
      ['person', 1],
      ['replay', 1],
    ]);
    const listed = (await engine.client['history.runs']({ query: {} })).runs;
    expect(listed.map((run) => run.replayOf)).toEqual([runId, null]);
    expect((await engine.client['threads.list']()).threads).toHaveLength(1);
  },
);

verifies('runs.timeline', 'with the wait for the owner, and the message of each step', async () => {
  const { runId, threadId } = await recorded();
  const { spans, isCut, run } = await engine.client['runs.timeline'](ofRun(runId));
  expect(isCut).toBe(false);
  expect(run.runId).toBe(runId);
  // The last characters of an id are random, the first its time.
  const begun = await engine.client['runs.timeline'](ofRun(runId.slice(0, -4).toUpperCase()));
  expect(begun).toEqual({ run, spans, isCut });
  await refuses(engine.client['runs.timeline'](ofRun(runId.slice(0, 3))), {
    code: 'id_too_short',
  });
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
  await refuses(engine.client['threads.fork'](both), { status: 400 });
});
