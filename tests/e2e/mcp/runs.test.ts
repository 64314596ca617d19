import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { openTestPort, type TestPort, type ToolServerOptions } from '../../harness/tool-server.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from '../http/wire.ts';
import { httpHost, modernHost, pipesHost, sseHost, type Answers, type Host } from './hosts.ts';

const port = (options: Partial<ToolServerOptions> = {}): Promise<TestPort> =>
  openTestPort({ dataDir: temporaryDir(), startDir: temporaryDir(), ...options });
const overPipes = (options: Partial<ToolServerOptions> = {}, answers?: Answers): Promise<Host> =>
  pipesHost({ dataDir: temporaryDir(), startDir: temporaryDir(), ...options }, answers);

/**
 * One port and its engine for hosts that differ in nothing but how they reach it. What they do there has a session of its own
 * each time, so no test sees another one.
 */
let shared: TestPort;
beforeAll(async () => {
  const startDir = temporaryDir();
  shared = await openTestPort({ dataDir: join(startDir, 'data'), startDir });
});

/** One host of each kind: over pipes with an engine of its own. */
const transports: Readonly<Record<string, (answers?: Answers) => Promise<Host>>> = {
  stdio: (answers) => overPipes({}, answers),
  'Streamable HTTP': (answers) => httpHost(shared.url, answers),
  'HTTP with SSE': (answers) => sseHost(shared.url, answers),
  'revision 2026-07-28': (answers) => modernHost(shared.url, answers),
};

/** The runs of mcp-runs.json in this folder; null where there is none. */
function indexIn(folder: string): readonly { readonly runId: string; readonly done: boolean }[] | null {
  const file = join(folder, 'mcp-runs.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { runs: [] }).runs : null;
}

/** The whole way of a run. */
async function followed(host: Host, file: string): Promise<void> {
  const { structured: run } = await host.call('svc_run_start', { task: 'ask' });
  const asked = await host.polled(run, ({ waiting_for_input: waiting }) => waiting !== undefined);
  expect(asked).toMatchObject({ done: false, waiting_for_input: { options: expect.any(Array) } });
  const [option] = (asked['waiting_for_input'] as { options: string[] }).options;
  const reply = await host.call('svc_reply', { run_id: run.run_id, answer: option });
  expect(reply.structured).toEqual({ ok: true });
  const ended = await host.polled(run, ({ done }) => done === true);
  expect(ended).toMatchObject({ done: true, text: expect.stringContaining(String(option)) });
  expect(Object.keys(ended)).not.toContain('events');

  const next = await host.call('svc_run_start', {
    task: `write notes/${file}: hello`,
    session_id: run.session_id,
  });
  expect(next.structured.session_id).toBe(run.session_id);
  await host.polled(next.structured, ({ done }) => done === true);
  const { structured: whole, content } = await host.call('svc_poll', {
    run_id: next.structured.run_id,
    cursor: 0,
  });
  expect(whole).toMatchObject({ output_files: [{ name: file, type: 'file' }] });
  expect(content.at(-1)).toMatchObject({
    type: 'resource_link',
    uri: expect.stringMatching(/^file:\/\/\//u),
  });
  const events = whole['events'] as { id: number; type: string }[];
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['tool_call', 'tool_result', 'turn_end']),
  );
  const after = await host.call('svc_poll', { run_id: next.structured.run_id, cursor: whole['nextCursor'] });
  expect(after.structured).toMatchObject({ events: [], nextCursor: whole['nextCursor'] });

  const [{ path } = { path: '' }] = whole['output_files'] as { path: string }[];
  const read = await host.call('svc_read_file', { path });
  expect(read.structured).toEqual({ data: Buffer.from('hello').toString('base64'), size: 5 });

  const slow = await host.call('svc_run_start', { task: 'count to 5000' });
  const second = await host.call('svc_run_start', { task: 'help', session_id: slow.structured.session_id });
  expect(second).toMatchObject({
    isError: true,
    structured: { code: 'tool_run_in_progress', run_id: slow.structured.run_id },
  });
  const { session_id: session } = slow.structured;
  expect((await host.call('svc_abort', { session_id: session })).structured).toEqual({ aborted: true });
  expect((await host.call('svc_abort', { session_id: session })).structured).toEqual({ aborted: false });
  await host.polled(slow.structured, ({ done }) => done === true);
  const reset = await host.call('svc_reset', { session_id: session });
  expect(reset.structured).toEqual({ reset: true, aborted_runs: 0 });
}

for (const [name, begin] of Object.entries(transports))
  verifies(
    [
      'mcp.procedure',
      'mcp.tools.svc_run_start',
      'mcp.tools.svc_poll',
      'mcp.tools.svc_reply',
      'mcp.tools.svc_abort',
    ],
    `a run is started, polled, answered, read and stopped over ${name}`,
    async () => {
      await followed(await begin(), `${name.replaceAll(' ', '-')}.txt`);
    },
  );

for (const [name, begin] of Object.entries(transports))
  verifies('mcp.tools.svc_run', `svc_run returns the text over ${name}, and asks`, async () => {
    const asked: string[] = [];
    const host = await begin(({ message, options }) => {
      asked.push(message);
      return options[1] ?? null;
    });
    const told: (string | undefined)[] = [];
    const { structured, content, isError } = await host.call(
      'svc_run',
      { task: 'ask' },
      { onprogress: ({ message }) => void told.push(message) },
    );
    expect(isError).toBe(false);
    expect(asked).toHaveLength(1);
    expect(structured['text']).toContain('Answer questions');
    expect(content).toEqual([
      { type: 'text', text: structured['text'] },
      // For a host that passes on texts alone.
      { type: 'text', text: `session_id: ${structured.session_id}` },
    ]);
    expect(told).toContain('Uses ask_user');
  });

verifies(['mcp.states.reply', 'mcp.tools.svc_reply'], 'a question answered elsewhere goes', async () => {
  const startDir = temporaryDir();
  const { url } = await port({ startDir });
  const asking = Promise.withResolvers<void>();
  const host = await httpHost(url, () => {
    asking.resolve();
    return new Promise<string | null>(() => undefined);
  });
  const call = host.call('svc_run', { task: 'ask' });
  await asking.promise;
  const first = () => indexIn(join(startDir, '.svc'))?.[0]?.runId;
  await until('the index has it', () => first() !== undefined);
  const runId = first() ?? '';
  const other = await httpHost(url);
  await other.polled({ run_id: runId }, ({ waiting_for_input: waiting }) => waiting !== undefined);
  expect((await other.call('svc_reply', { run_id: runId, answer: 'Something else' })).isError).toBe(false);
  expect((await call).structured['text']).toContain('Something else');
});

verifies('mcp.tools.svc_memory', 'memory is read under both sets of names', async () => {
  const host = await overPipes();
  const { structured: run } = await host.call('svc_run_start', { task: 'remember the boat is red' });
  await host.polled(run, ({ done }) => done === true);
  for (const namespace of ['knowledge', 'facts']) {
    const { structured } = await host.call('svc_memory', { namespace });
    expect(structured).toMatchObject({ namespace: 'knowledge', content: expect.stringContaining('boat') });
  }
  const empty = await host.call('svc_memory', { namespace: 'errors' });
  expect(empty.structured).toEqual({ namespace: 'learnings', content: '' });
  expect(await host.call('svc_memory', { namespace: 'other' })).toMatchObject({
    isError: true,
    structured: { code: 'invalid_request' },
  });
});

verifies(['mcp.persisted', 'mcp.env.state-dir'], 'the index says what is done, to others', async () => {
  const [dataDir, startDir, stateDir] = [temporaryDir(), temporaryDir(), temporaryDir()];
  const first = await pipesHost({ dataDir, startDir });
  const { structured: run } = await first.call('svc_run_start', { task: 'help' });
  const isDone = () =>
    indexIn(join(startDir, '.svc'))?.some(({ runId, done }) => runId === run.run_id && done) ?? false;
  await until('the index says so', isDone);
  await first.stop();
  const again = await overPipes({ dataDir, env: { SVC_MCP_STATE_DIR: stateDir } });
  await again.call('svc_run', { task: 'help' });
  await until('the other index is there', () => indexIn(stateDir)?.length === 1);
  // The first run is the engine's, whatever any file says.
  expect((await again.call('svc_poll', { run_id: run.run_id })).structured).toMatchObject({ done: true });
});
