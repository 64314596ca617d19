import { beforeEach, expect } from '@jest/globals';
import { toolSessionId } from '../../../src/core/kernel/ids.ts';
import { httpRows, socketRows } from '../../../src/contract/http/rows.ts';
import type { AnyHttpRow } from '../../../src/contract/row.ts';
import { refuse as refuseModel } from '../../../src/core/instance/models/errors.ts';
import { end, fail, gate, hangUntilAbort, text, thinking, toolCalls } from '../../doubles/scripted-model.ts';
import { toolRunTokens } from '../../../src/main/tokens.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';
import { UNKNOWN_ID } from '../http/routes.ts';
import { until } from '../http/wire.ts';
import { hostOf, startScene, type Scene } from './host.ts';

let at: Scene;
beforeEach(async () => {
  at = await startScene();
});

verifies(
  [
    'mcp.states.start',
    'mcp.states.completed',
    'mcp.run.done',
    'mcp.run.text',
    'mcp.run.status',
    'mcp.run.status-history',
    'mcp.run.events',
    'mcp.run.next-cursor',
    'mcp.no-cursor',
  ],
  'a start returns at once; the run is polled until it is done, with its text and what it left',
  async () => {
    const pause = gate();
    at.runs.push([
      [
        thinking('hm'),
        text('I write it.'),
        toolCalls({ name: 'write_file', input: { path: './report.md', content: '# R' } }),
      ],
      [pause.step, text('Written.')],
    ]);
    const { runId, sessionId } = await at.host.start('write a report');
    const running = await at.host.polledUntil(runId, 'the file is written', ({ text }) => text.length > 0);
    expect(running).toMatchObject({ done: false });
    expect(running.events).toBeUndefined();
    pause.open();
    const done = await at.host.done(runId);
    expect(done).toEqual({
      done: true,
      text: 'I write it.\n\nWritten.',
      status: 'completed',
      statusHistory: ['write_file'],
      output_files: [{ name: 'report.md', path: `${at.engine.dataDir}/workspace/report.md`, type: 'file' }],
      answer: 'Written.',
    });
    const { events = [], nextCursor } = await at.host.poll(runId, { cursor: 0, sessionId });
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['thinking', { summary: 'hm' }],
      ['text_chunk', { text: 'I write it.' }],
      ['tool_call', { name: 'write_file', input: { path: './report.md', content: '# R' } }],
      ['turn_end', { stop_reason: 'tool_use' }],
      ['tool_result', { name: 'write_file', success: true, preview: 'Created report.md (3 bytes).' }],
      ['text_chunk', { text: 'Written.' }],
      ['turn_end', { stop_reason: 'end_turn' }],
    ]);
    expect(nextCursor).toBe(events.at(-1)?.id);
    const { data, ...file } = await at.host.file(done.output_files?.[0]?.path ?? '');
    expect([Buffer.from(data, 'base64').toString(), file]).toEqual(['# R', { name: 'report.md', size: 3 }]);
  },
);

verifies(
  ['promise.tool-server.one-run', 'mcp.one-active'],
  'of 20 parallel starts in a session one wins, and the others name it',
  async () => {
    const first = await at.host.start('one');
    await at.host.done(first.runId);
    at.runs.push([[hangUntilAbort()]]);
    const { sessionId } = first;
    // No model opens before 19 have been refused: the winner is only about to start.
    const isRefused = gateFor(19);
    at.opening = isRefused.reached;
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, async (_, index) => {
        try {
          return await at.host.start(`task ${index}`, { sessionId });
        } catch (error) {
          isRefused.count();
          throw error;
        }
      }),
    );
    const won = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value.runId] : []));
    expect(won).toHaveLength(1);
    const lost = tries.flatMap((one) => (one.status === 'rejected' ? [refusalOf(one.reason)] : []));
    expect(lost).toHaveLength(19);
    for (const problem of lost)
      expect(problem).toMatchObject({ status: 409, code: 'tool_run_in_progress', run_id: won[0], limit: 1 });
    expect(await at.host.poll(won[0] ?? '')).toMatchObject({ done: false });
    expect(await at.host.abort(sessionId)).toEqual({ aborted: true });

    // The same in one moment, before any of them has written anything.
    at.opening = Promise.resolve();
    at.runs.push([[hangUntilAbort()]]);
    const request = {
      person: at.engine.engine.services.people.owner,
      principal: 'stdio',
      client: null,
      task: 'at once',
      toolSessionId: toolSessionId(sessionId),
      userContext: null,
      files: [],
      waits: 'poll',
      canAsk: true,
      stateDir: null,
    } as const;
    const atOnce = await Promise.allSettled(
      Array.from({ length: 20 }, () => at.engine.engine.services.toolRuns.start(request)),
    );
    const started = atOnce.flatMap((one) => (one.status === 'fulfilled' ? [one.value.runId] : []));
    expect(started).toHaveLength(1);
    for (const one of atOnce)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ facts: { run_id: started[0], limit: 1 } });
  },
);

verifies('mcp.states.abort', 'an abort frees the session; a second one aborts nothing', async () => {
  at.runs.push([[text('so far'), hangUntilAbort()]]);
  const { runId, sessionId } = await at.host.start('long');
  await at.host.polledUntil(runId, 'it writes', ({ text }) => text !== '');
  expect(await at.host.abort(sessionId)).toEqual({ aborted: true });
  expect(await at.host.poll(runId)).toMatchObject({
    done: true,
    text: 'so far',
    status: 'aborted',
    error: expect.stringContaining('aborted'),
  });
  expect(await at.host.abort(sessionId)).toEqual({ aborted: false });
  const again = await at.host.start('again', { sessionId });
  expect(await at.host.done(again.runId)).toMatchObject({ status: 'completed' });
});

verifies('mcp.states.reset', 'a reset ends the run, and the session goes on in an empty thread', async () => {
  at.runs.push([[hangUntilAbort()]]);
  const { runId, sessionId } = await at.host.start('remember the number 7');
  expect(await at.host.reset(sessionId)).toEqual({ reset: true, abortedRuns: 1 });
  expect(await at.host.poll(runId)).toMatchObject({ done: true, status: 'aborted' });
  expect(await at.host.reset(sessionId)).toEqual({ reset: true, abortedRuns: 0 });
  const next = await at.host.start('which number?', { sessionId });
  expect(next.sessionId).toBe(sessionId);
  await at.host.done(next.runId);
  expect(JSON.stringify(at.models.at(-1)?.requests)).not.toContain('number 7');
  const { toolRuns } = await at.engine.client['toolRuns.list']();
  expect(toolRuns.map(({ task }) => task)).toEqual(['which number?', 'remember the number 7']);
  expect(new Set(toolRuns.map(({ threadId }) => threadId)).size).toBe(2);
});

verifies('mcp.states.reset', 'a reset ends a run that is about to start', async () => {
  const first = await at.host.start('one');
  await at.host.done(first.runId);
  const { sessionId } = first;
  const opened = Promise.withResolvers<void>();
  at.opening = opened.promise;
  at.runs.push([[hangUntilAbort()]]);
  const starting = at.host.start('two', { sessionId });
  await until('it is about to start', async () => {
    const refused = await refusal(at.host.start('three', { sessionId }));
    return refused.code === 'tool_run_in_progress';
  });
  const resetting = at.host.reset(sessionId);
  opened.resolve();
  expect(await resetting).toEqual({ reset: true, abortedRuns: 1 });
  const { runId } = await starting;
  expect(await at.host.poll(runId)).toMatchObject({ done: true, status: 'aborted' });
});

verifies('mcp.states.start', 'a start that fails leaves neither a run nor a thread', async () => {
  at.opening = Promise.reject(refuseModel.provider_incomplete({}));
  at.opening.catch(() => undefined);
  expect(await refusal(at.host.start('one'))).toMatchObject({ code: 'provider_incomplete' });
  expect((await at.engine.client['threads.list']({ query: {} })).threads).toEqual([]);
  at.opening = Promise.resolve();
  expect((await at.engine.client['toolRuns.list']()).toolRuns).toEqual([]);
});

verifies('security.handles', "what is another principal's is as if it were not there", async () => {
  const { runId, sessionId } = await at.host.start('mine');
  const other = hostOf(at.engine, 'http');
  for (const [theirs, unknown] of [
    [() => other.poll(runId), () => other.poll(UNKNOWN_ID)],
    [() => other.reply(runId, 'yes'), () => other.reply(UNKNOWN_ID, 'yes')],
    [() => other.abort(sessionId), () => other.abort(UNKNOWN_ID)],
    [() => other.reset(sessionId), () => other.reset(UNKNOWN_ID)],
    [() => other.start('steal', { sessionId }), () => other.start('steal', { sessionId: UNKNOWN_ID })],
    // A named session that is not the run's own.
    [() => at.host.poll(runId, { sessionId: UNKNOWN_ID }), () => at.host.poll(UNKNOWN_ID, { sessionId })],
  ] as const) {
    const [refused, missing] = [await refusal(theirs()), await refusal(unknown())];
    expect({ ...refused, instance: '' }).toEqual({ ...missing, instance: '' });
    expect(refused).toMatchObject({ status: 404 });
  }
  expect(await at.host.done(runId)).toMatchObject({ status: 'completed' });
});

verifies('mcp.run.error', 'a run that fails says why, and one that ends early, too', async () => {
  at.runs.push([
    [text('half'), fail('provider_error', { retryable: false, error: 'The model is on holiday.' })],
  ]);
  const { runId } = await at.host.start('fail');
  expect(await at.host.done(runId)).toMatchObject({
    text: 'half',
    status: 'failed',
    error: 'The model is on holiday.',
  });
  expect((await at.host.poll(runId, { cursor: 0 })).events?.at(-1)).toMatchObject({
    type: 'error',
    data: { message: 'The model is on holiday.' },
  });
  at.runs.push([[text('no'), end('refused')]]);
  const refused = await at.host.done((await at.host.start('refuse')).runId);
  expect(refused).toMatchObject({ status: 'ended early: the model refused to go on' });
  expect(refused).not.toHaveProperty('error');
});

verifies('mcp.run.error', 'a run whose conversation is deleted is done', async () => {
  const { runId, sessionId } = await at.host.start('one');
  await at.host.done(runId);
  const { threadId } = await at.engine.client['history.run']({ params: { id: runId } });
  await at.engine.client['threads.delete']({ params: { id: threadId ?? '' }, query: {} });
  expect(await at.host.poll(runId)).toMatchObject({
    done: true,
    text: '',
    status: 'deleted',
    error: expect.any(String),
  });
  expect(await at.host.poll(runId, { cursor: 0 })).toMatchObject({ events: [], nextCursor: 0 });
  const next = await at.host.start('two', { sessionId });
  expect(await at.host.done(next.runId)).toMatchObject({ status: 'completed' });
});

verifies('live.tool-runs', 'the page lists all runs; an index those of its folder', async () => {
  at.runs.push([[toolCalls({ name: 'ask_user', input: { question: 'Which?' } })], [text('fine')]]);
  const asking = await at.host.start('ask', { client: 'editor', stateDir: '/home/ada/.svc' });
  await at.host.asked(asking.runId);
  const other = await hostOf(at.engine, 'http').start('call', { client: null, waits: 'call' });
  await hostOf(at.engine, 'http').done(other.runId);
  const first = await at.engine.client['toolRuns.list']({ query: { limit: 1 } });
  expect(first.toolRuns).toMatchObject([
    {
      runId: other.runId,
      principal: 'http',
      client: null,
      waits: 'call',
      task: 'call',
      status: 'completed',
      waiting: false,
    },
  ]);
  const { toolRuns, nextCursor } = await at.engine.client['toolRuns.list']({
    query: { limit: 1, cursor: first.nextCursor ?? '' },
  });
  expect([toolRuns, nextCursor]).toMatchObject([
    [
      {
        runId: asking.runId,
        sessionId: asking.sessionId,
        principal: 'stdio',
        client: 'editor',
        waits: 'poll',
        status: 'running',
        waiting: true,
        endedAt: null,
        threadTitle: 'ask',
      },
    ],
    null,
  ]);
  const index = async (stateDir: string | null) =>
    await at.engine.ask['toolServer.index']({ body: { principal: 'stdio', stateDir } });
  expect(await index('/home/ada/.svc')).toEqual({
    runs: [
      {
        runId: asking.runId,
        sessionId: asking.sessionId,
        done: false,
        error: null,
        updatedAt: expect.any(String),
      },
    ],
  });
  expect(await index('/elsewhere')).toEqual({ runs: [] });
  const stored = at.engine.engine.get(toolRunTokens.toolRunStore);
  expect(await stored.stateDirs('stdio')).toEqual(['/elsewhere', '/home/ada/.svc']);
  expect(await stored.stateDirs('http')).toEqual([]);
  expect(await index(null)).toEqual({ runs: [] });
  // The file is the owner's: hosts of one transport must not take away what it says of the other.
  const beside = await hostOf(at.engine, 'http').start('beside', { stateDir: '/home/ada/.svc' });
  const listed = await index('/home/ada/.svc');
  expect(listed.runs.map(({ runId }) => runId)).toEqual([asking.runId, beside.runId]);
  const { startedBy } = await at.engine.client['history.run']({ params: { id: asking.runId } });
  expect(startedBy).toMatchObject({ kind: 'host', id: 'stdio' });
});

verifies('contract.private-rows', 'a port serves no row of the private socket', async () => {
  const privately = Object.keys(socketRows).filter((operation) => !(operation in httpRows));
  expect(privately).toContain('toolServer.start');
  const port = await startTestEngine();
  for (const operation of privately) {
    const [method = '', path = ''] =
      (socketRows as Readonly<Record<string, AnyHttpRow>>)[operation]?.route.split(' ') ?? [];
    const url = `${port.baseUrl}${path.replace(/:\w+/gu, UNKNOWN_ID)}`;
    const response = await fetch(url, {
      method,
      ...(method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' }),
    });
    const { code } = (await response.json()) as { readonly code: string };
    // 405 where a row of the port has the same address and another method.
    expect([
      [operation, 404, 'not_found'],
      [operation, 405, 'method_not_allowed'],
    ]).toContainEqual([operation, response.status, code]);
  }
  expect(JSON.stringify(await port.client['contract.document']())).not.toContain('tool-server/');
});

/** Reached when it was counted so often. */
function gateFor(times: number) {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  let left = times;
  return { reached, count: () => void (--left === 0 && resolve()) };
}

const refusalOf = (error: unknown) => (error as { readonly problem?: unknown }).problem;

verifies('assistants.hosts', 'a host begins a session with an assistant, by its name', async () => {
  const body = { name: 'Translator', instructions: 'Speak German.', tools: { contacts: false } };
  const { assistantId } = await at.engine.ask['assistants.add']({ body });
  const { runId, sessionId } = await at.host.start('hello', { assistant: 'translator' });
  await at.host.done(runId);
  expect(at.models.at(-1)?.requests.at(-1)?.system).toContain('> Speak German.');
  expect(await at.engine.ask['runs.memories']({ params: { id: runId } })).toMatchObject({
    instructions: [{ of: 'conversation', text: 'Speak German.' }],
    tools: { contacts: false },
  });
  const { threads } = await at.engine.ask['threads.list']();
  const params = { id: threads[0]?.threadId ?? '' };
  expect((await at.engine.ask['threads.get']({ params })).assistant).toEqual({
    assistantId,
    name: 'Translator',
  });
  const late = at.host.start('more', { sessionId, assistant: 'Translator' });
  expect(await refusal(late)).toMatchObject({ status: 409, code: 'conversation_begun' });
  const unknown = at.host.start('hello', { assistant: 'Nobody' });
  expect(await refusal(unknown)).toMatchObject({ status: 404, code: 'assistant_not_found' });
  expect((await at.engine.ask['threads.list']()).threads).toHaveLength(1);
});
