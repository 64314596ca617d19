import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from '@jest/globals';
import { hangUntilAbort, ScriptedModel, text, toolCalls, type Step } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refuses } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf, newSession, startRun, upTo } from './runs.ts';
import { until } from './wire.ts';

let engine: TestEngine;
let models: ScriptedModel[];
let turns: (readonly Step[])[];

beforeEach(async () => {
  const dataDir = temporaryDir();
  mkdirSync(join(dataDir, 'workspace'));
  turns = [];
  models = [];
  const open = async () => {
    const model = new ScriptedModel(turns.splice(0));
    models.push(model);
    return model;
  };
  engine = await startTestEngine({ dataDir, models: { open } });
  await engine.client['config.set']({ body: { memory_extraction: false } });
});

const of = (id: string) => ({ params: { id } });
const thread = (id: string) => engine.client['threads.get'](of(id));
const messages = async (id: string) => (await engine.client['threads.messages'](of(id))).messages;
const fork = (id: string, beforeSeq?: number) =>
  engine.client['threads.fork']({ ...of(id), body: beforeSeq === undefined ? {} : { beforeSeq } });
const remove = (id: string) => engine.client['threads.delete']({ ...of(id), query: { changes: 'keep' } });

async function run(session: string, task: string, ...given: readonly (readonly Step[])[]) {
  turns = [...given];
  return await allOf(startRun(engine, session, task));
}

/** Messages 1 to 4 are the first run, with a call and its result; 5 and 6 are the second. */
async function talk() {
  const { id, threadId } = await newSession(engine);
  const call = toolCalls({ name: 'write_file', input: { path: 'a.txt', content: 'a' } });
  await run(id, 'Plan a trip', [text('first'), call], [text('written')]);
  await run(id, 'To Rome', [text('Rome it is')]);
  await engine.client['tags.set']({ ...of(threadId), body: { tags: ['travel'] } });
  return { session: id, threadId };
}

const sessionOn = async (threadId: string) =>
  (await engine.client['sessions.create']({ body: { threadId } })).sessionId;

verifies('forks.copies', 'everything, and the old thread stays as it was', async () => {
  const { threadId } = await talk();
  const [before, said] = [await thread(threadId), await messages(threadId)];
  const made = await fork(threadId);
  expect(await thread(made.threadId)).toEqual({
    ...before,
    threadId: made.threadId,
    title: 'Plan a trip (2)',
    costUsd: 0,
    createdAt: made.createdAt,
    updatedAt: made.createdAt,
    pendingChangeset: null,
    unread: false,
    tags: ['travel'],
    forkedFrom: { threadId, seq: 6 },
  });
  expect(await messages(made.threadId)).toEqual(said);
  expect(await thread(threadId)).toEqual(before);
  expect(before.pendingChangeset).toMatchObject({ fileCount: 1 });
  const runs = await engine.client['history.runs']({ query: {} });
  expect(runs.runs.map((one) => one.threadId)).toEqual([threadId, threadId]);
  expect((await fork(made.threadId)).title).toBe('Plan a trip (3)');
  expect((await engine.client['threads.list']()).threads).toHaveLength(3);
  await until('the copies are found', async () => {
    const { hits, complete } = await engine.client['threads.search']({ query: { q: 'Rome it is' } });
    return complete && hits.length === 3;
  });
  await refuses(fork(UNKNOWN_ID), { status: 404, code: 'thread_not_found' });
});

verifies('forks.whole-runs', 'wherever the cut is asked for', async () => {
  const { session, threadId } = await talk();
  const cut = async (beforeSeq?: number) => (await fork(threadId, beforeSeq)).forkedFrom?.seq;
  for (const [beforeSeq, seq] of [
    [1, 0],
    [2, 0],
    [4, 0],
    [5, 4],
    [6, 4],
    [7, 6],
    [1_000, 6],
  ] as const)
    expect([beforeSeq, await cut(beforeSeq)]).toEqual([beforeSeq, seq]);
  expect((await fork(threadId, 1)).messageCount).toBe(0);
  turns = [[toolCalls({ name: 'ask_user', input: { question: 'Blue?' } })], [hangUntilAbort()]];
  await upTo('prompt', await startRun(engine, session, 'wait'));
  expect(await cut()).toBe(6);
  expect(await cut(8)).toBe(6);
  const empty = await newSession(engine);
  expect(await fork(empty.threadId)).toMatchObject({ messageCount: 0, title: 'New thread (2)' });
});

verifies('forks.edit', 'the edited task follows what was kept', async () => {
  const { threadId } = await talk();
  const made = await fork(threadId, 5);
  await run(await sessionOn(made.threadId), 'To Oslo', [text('Oslo then')]);
  const sent = JSON.stringify(models.at(-1)?.requests[0]?.messages);
  expect(sent).toContain('Plan a trip');
  expect(sent).toContain('To Oslo');
  expect(sent).not.toContain('Rome');
  const said = await messages(made.threadId);
  expect(said.map(({ seq, role }) => [seq, role])).toEqual([
    [1, 'user'],
    [2, 'assistant'],
    [3, 'user'],
    [4, 'assistant'],
    [5, 'user'],
    [6, 'assistant'],
  ]);
  expect(await thread(made.threadId)).toMatchObject({ title: 'Plan a trip (2)', messageCount: 6 });
  expect(await thread(threadId)).toMatchObject({ messageCount: 6 });
});

verifies('forks.copies', 'only summaries that cover no other messages', async () => {
  const { session, threadId } = await talk();
  turns = [[text('short')]];
  const long = 'x'.repeat(8_000);
  await run(session, `remember ${long}`, [text('ok')]);
  turns = [[text('a summary')]];
  await engine.client['runs.compact']({ ...of(session), body: {} });
  const [whole, part] = [await fork(threadId), await fork(threadId, 5)];
  const sentIn = async (id: string) => {
    await run(await sessionOn(id), 'go on', [text('done')]);
    return JSON.stringify(models.at(-1)?.requests[0]?.messages);
  };
  expect(await sentIn(whole.threadId)).toContain('a summary');
  expect(await sentIn(part.threadId)).not.toContain('a summary');
  expect((await thread(whole.threadId)).costUsd).toBe(0);
});

verifies(['forks.deleted', 'forks.results'], 'in either order', async () => {
  const { threadId } = await talk();
  const [one, two] = [await fork(threadId), await fork(threadId)];
  const said = await messages(threadId);
  await remove(one.threadId);
  expect(await messages(threadId)).toEqual(said);
  const toolCallId = said.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_call' ? [block.toolCallId] : [])),
  )[0];
  const recall = [toolCalls({ name: 'recall_tool_result', input: { toolCallId: toolCallId ?? '' } })];
  const session = await sessionOn(two.threadId);
  const recalled = async () => {
    const events = await run(session, 'again', recall, [text('ok')]);
    return events.find((event) => event.type === 'tool_result')?.data;
  };
  const before = await recalled();
  expect(before).toMatchObject({ success: true });
  await remove(threadId);
  expect(await recalled()).toMatchObject({ ...before, toolCallId: expect.any(String) });
  expect((await messages(two.threadId)).slice(0, 6)).toEqual(said);
  expect(await thread(two.threadId)).toMatchObject({ forkedFrom: null });
});
