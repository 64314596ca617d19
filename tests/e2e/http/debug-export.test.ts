import { expect } from '@jest/globals';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import { fail, ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import type { TestEngine, TestEngineOptions } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectRefusal } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf, newSession, startRun } from './runs.ts';
import * as sending from './sending.ts';
import { ask } from './wire.ts';

const started = async (options: TestEngineOptions): Promise<TestEngine> =>
  (await sending.started(options)).engine;

interface Bundle {
  readonly thread: JsonObject;
  readonly messages: readonly { readonly seq: number; readonly content: unknown }[];
  readonly runs: readonly {
    readonly runId: string;
    readonly composition: Record<string, number> | null;
    readonly events: Record<string, number>;
    readonly toolCalls: readonly JsonObject[];
  }[];
  readonly compactionEvents: readonly unknown[];
  readonly summary: JsonObject;
}

async function exported({ port }: TestEngine, threadId: string): Promise<Bundle> {
  const reply = await ask(port, { target: `/api/threads/${threadId}/debug-export` });
  expect([reply.status, reply.header('content-type')]).toEqual([200, 'application/json']);
  expect(reply.header('content-disposition')).toBe(`attachment; filename=thread-${threadId}.json`);
  return reply.json() as Bundle;
}

verifies('threads.debug-export', 'contains everything known about a thread', async () => {
  const price = { input: 1_000, output: 0, cacheRead: 0, cacheWrite: 0 };
  const usage = { inputTokens: 25, outputTokens: 1, cacheReadTokens: 75, cacheWriteTokens: 0 };
  const at = await started({
    model: new ScriptedModel(
      [
        [toolCalls({ name: 'write_file', input: { path: 'a.txt', content: 'one' } })],
        [text('Done.'), { step: 'end', end: { type: 'end', stop: 'end_turn', usage } }],
        [fail('provider_error')],
      ],
      'scripted-1',
      price,
    ),
  });
  const session = await newSession(at);
  const first = await startRun(at, session.id, 'write it');
  await allOf(first);
  const second = await startRun(at, session.id, 'again');
  await allOf(second);
  const bundle = await exported(at, session.threadId);
  expect(bundle).toMatchObject({
    schema: 'svc/thread-debug-export/1',
    engine: { version: at.engine.services.engine.version },
    exportedAt: expect.stringMatching(/Z$/u),
    thread: { threadId: session.threadId, title: 'write it' },
    compactionEvents: [],
    summary: { runs: 2, costUsd: 0.125 + (bundle.runs[0] as unknown as { costUsd: number }).costUsd },
  });
  const { messages } = await at.client['threads.messages']({ params: { id: session.threadId } });
  expect(bundle.messages).toEqual(messages);
  const [failed, done] = bundle.runs;
  expect(failed).toMatchObject({
    runId: second.runId,
    status: 'failed',
    events: { error: 1 },
    toolCalls: [],
  });
  expect(done).toMatchObject({
    runId: first.runId,
    task: 'write it',
    costUsd: 0.125,
    cacheShare: 75 / 200,
    events: { tool_call: 1, tool_result: 1, turn_end: 2, done: 1 },
    toolCalls: [{ name: 'write_file', input: { path: 'a.txt', content: 'one' }, success: true }],
  });
  const length = (seqs: readonly number[]) =>
    seqs.reduce(
      (sum, seq) => sum + JSON.stringify(messages.find((one) => one.seq === seq)?.content).length,
      0,
    );
  const { systemPrompt, tools } = done?.composition ?? {};
  expect(systemPrompt).toBeGreaterThan(100);
  expect(tools).toBeGreaterThan(100);
  expect(done?.composition).toEqual({ systemPrompt, tools, messages: 1, user: length([1]), assistant: 0 });
  expect(failed?.composition).toEqual({
    systemPrompt,
    tools,
    messages: 5,
    user: length([1, 3, 5]),
    assistant: length([2, 4]),
  });
});

verifies('threads.debug-export', 'of an unknown thread is 404', async () => {
  const at = await started({ model: new ScriptedModel() });
  for (const id of [UNKNOWN_ID, 'x'])
    await expectRefusal(at.port, { target: `/api/threads/${id}/debug-export` }, 404, 'thread_not_found');
});

const SECRET = 'Pl4nted/"secret"+value & more';
const spellings = [
  SECRET,
  JSON.stringify(SECRET).slice(1, -1),
  encodeURIComponent(SECRET),
  Buffer.from(SECRET).toString('base64'),
];

verifies(
  ['history.masked', 'threads.debug-export', 'history.tool-calls', 'auth.token.unseen'],
  'a planted secret appears in no history and no export, in any encoding',
  async () => {
    const said = spellings.join(' and ');
    const at = await started({
      env: { PRIMARY_API_KEY: SECRET },
      model: new ScriptedModel([
        [
          toolCalls(
            { name: 'write_file', input: { path: 'a.txt', content: said } },
            { name: 'write_file', input: { path: `${SECRET}/..`, [SECRET]: said } },
            { name: SECRET, input: { password: 'unknown-but-named' } },
          ),
        ],
        [text(said)],
        [fail('provider_error', { error: `refused: ${said}` })],
      ]),
    });
    const { token } = await at.client['auth.token']();
    const session = await newSession(at);
    const first = await startRun(at, session.id, `${said} ${token} sk-abcdefghijklmnop1234`);
    await allOf(first);
    await allOf(startRun(at, session.id, said));
    const targets = [
      `/api/threads/${session.threadId}/debug-export`,
      '/api/history/runs',
      `/api/history/runs/${first.runId}`,
      `/api/history/runs/${first.runId}/tool-calls`,
      '/api/history/stats',
      '/api/metrics',
      '/metrics',
    ];
    for (const target of targets) {
      const { status, body } = await ask(at.port, { target });
      expect([target, status]).toEqual([target, 200]);
      const planted = [
        ...spellings,
        encodeURIComponent(SECRET).slice(0, 12),
        token,
        'sk-abcdefghij',
        'unknown-but-named',
      ];
      for (const secret of planted)
        for (const spelled of [secret, JSON.stringify(secret).slice(1, -1)])
          expect([target, secret, body.includes(spelled)]).toEqual([target, secret, false]);
    }
    expect(JSON.stringify(at.log.lines)).not.toContain(token);
  },
);
