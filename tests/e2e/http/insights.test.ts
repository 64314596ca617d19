import { beforeEach, expect } from '@jest/globals';
import { fail, ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectRefusal, refuses } from './problems.ts';
import { allOf, newSession, startRun } from './runs.ts';

let engine: TestEngine;
let turns: (readonly Step[])[];

const begin = async (dataDir = temporaryDir()) =>
  await startTestEngine({ dataDir, models: { open: async () => new ScriptedModel(turns.splice(0)) } });
beforeEach(async () => {
  turns = [];
  engine = await begin();
});

const lists = toolCalls({ name: 'list_files', input: {} });
const missing = toolCalls({ name: 'read_file', input: { path: 'missing.txt' } });

/** A thread with one run. */
async function ran(task: string, ...script: (readonly Step[])[]): Promise<string> {
  const { id, threadId } = await newSession(engine);
  turns = [...script, [text('Done')]];
  await allOf(startRun(engine, id, task));
  return threadId;
}

const patternsOf = async () => (await engine.client['insights.patterns']()).patterns;

verifies('insights.threads', 'sums over the runs of each thread, as soon as they have ended', async () => {
  expect(await engine.client['insights.threads']()).toEqual({
    threads: [],
    nextCursor: null,
    complete: true,
  });
  const one = await ran('Look around', [lists], [missing]);
  const other = await ran('Fail', [fail('overloaded', { retryable: false })]);
  const { threads, complete } = await engine.client['insights.threads']({ query: { days: 1 } });
  const about = { runs: 1, costUsd: 0, waitMs: 0, lastRunAt: expect.any(String) };
  expect(complete).toBe(true);
  expect(threads).toMatchObject([
    { ...about, threadId: other, title: 'Fail', failedRuns: 1, toolCalls: 0, tokens: 110 },
    { ...about, threadId: one, title: 'Look around', failedRuns: 0, toolCalls: 2, tokens: 330 },
  ]);
  const sorted = await engine.client['insights.threads']({ query: { sort: '-tokens', limit: 1 } });
  expect(sorted.threads.map(({ threadId }) => threadId)).toEqual([one]);
  await engine.client['threads.set']({ params: { id: one }, body: { title: 'Renamed' } });
  const again = await engine.client['insights.threads']({
    query: { sort: '-tokens', limit: 1, cursor: sorted.nextCursor ?? '' },
  });
  expect(again).toMatchObject({ threads: [{ threadId: other }], nextCursor: null });
  await engine.client['threads.delete']({ params: { id: one }, query: {} });
  expect((await engine.client['insights.threads']()).threads).toMatchObject([{ threadId: other }]);
});

verifies(['insights.patterns', 'insights.evidence'], 'with runs that can be opened', async () => {
  await ran('Which plants in the garden need water?', [missing, lists]);
  await ran('What plants of the garden need watering?', [lists], [missing], [missing]);
  const thread = await ran('List what is here', [lists], [missing], [missing]);
  const patterns = await patternsOf();
  expect(patterns.map(({ kind }) => kind)).toEqual(['failing_tool', 'repeated_question']);
  expect(patterns[0]).toMatchObject({ tools: ['read_file'], threadId: null, evidence: { count: 3 } });
  const [newest] = patterns[0]?.evidence.runs ?? [];
  const run = await engine.client['history.run']({ params: { id: newest ?? '' } });
  expect(run.threadId).toBe(thread);
});

verifies('insights.sorted', 'what is no order, and a cursor of another order, are refused', async () => {
  await ran('one');
  await ran('two');
  const { nextCursor } = await engine.client['insights.threads']({ query: { sort: 'runs', limit: 1 } });
  const cursor = nextCursor ?? '';
  expect(cursor).not.toBe('');
  await refuses(engine.client['insights.threads']({ query: { sort: '-runs', cursor } }), {
    status: 400,
    code: 'invalid_request',
  });
  for (const query of ['sort=title', 'sort=runs%20DESC', 'sort=--runs', 'days=0', 'days=1e9', 'cursor=e30'])
    await expectRefusal(engine.port, { target: `/api/thread-insights?${query}` }, 400, 'invalid_request');
  await expectRefusal(engine.port, { target: '/api/patterns?cursor=e30' }, 400, 'invalid_request');
});
