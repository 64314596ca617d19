import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from '@jest/globals';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import * as chat from '../../servers/chat-completions.ts';
import {
  hangsAfter,
  startFakeProvider,
  streams,
  type Arrived,
  type FakeProvider,
} from '../../servers/fake-provider.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf, typesOf } from './runs.ts';

const SECRET = 'sk-needle-4711-abcdefgh';
const ok = streams(...chat.textAnswer('ok'));
const look = streams(...chat.callAnswer('list_files', '{}'));

let provider: FakeProvider;
let engine: RestartableEngine;

beforeEach(async () => {
  provider = await startFakeProvider(ok);
  engine = await startRestartable();
  await engine.client['secrets.put']({ params: { name: 'SHOP' }, body: { value: SECRET, hosts: [] } });
  await engine.client['config.set']({
    body: {
      provider: 'compat',
      api_base_url: `${provider.url}/v1`,
      compat_model_id: 'small',
      context_window: 100_000,
      memory_extraction: false,
      instructions: `Be brief.\nThe key is ${SECRET}.`,
    },
  });
});

interface Said {
  readonly role: string;
  readonly content: string;
}

/** The system prompt as it arrived at the socket. */
const systemOf = ({ body }: Arrived): string => {
  const [first] = (body?.['messages'] ?? []) as readonly Said[];
  return first?.role === 'system' ? first.content : '';
};
const systems = () => provider.arrived.map(systemOf);
const marked = (system: string) => system.split('\n').filter((line) => line.startsWith('>'));
const inThread = (threadId: string) => ({ params: { id: threadId } });

async function talk(instructions: string | null = 'Speak German.') {
  const { sessionId, threadId } = await engine.client['sessions.create']({ body: {} });
  if (instructions !== null)
    await engine.client['threads.set']({ ...inThread(threadId), body: { instructions } });
  return { sessionId, threadId };
}

async function run(sessionId: string, task = 'a task') {
  const started = await engine.client['runs.start']({ params: { id: sessionId }, body: { task } });
  return { runId: started.runId ?? '', events: await allOf(started) };
}

const given = async (runId: string) =>
  (await engine.client['runs.memories']({ params: { id: runId } })).instructions;

verifies(
  'instructions.prompt',
  'each turn and each run of a thread is sent the same bytes, without secrets',
  async () => {
    const { sessionId } = await talk(`Speak German.\n${SECRET}`);
    provider.reply(look, ok);
    await run(sessionId);
    await run(sessionId, 'another task');
    const [first = '', ...others] = systems();
    expect(others).toEqual([first, first]);
    expect(marked(first)).toEqual([
      '> Be brief.',
      expect.stringMatching(/^> The key is .+\.$/u),
      '> Speak German.',
      expect.stringMatching(/^> ./u),
    ]);
    expect(JSON.stringify(provider.arrived.map(({ body }) => body))).not.toContain(SECRET);
    const stored = readFileSync(join(engine.dataDir, 'config.json'), 'utf8');
    expect(stored).not.toContain(SECRET);
  },
);

verifies('instructions.owner', 'a provider that is only tested is not sent them', async () => {
  const body = { provider: 'compat', api_base_url: `${provider.url}/v1`, model_id: 'small' } as const;
  await engine.client['providers.test']({ body });
  expect(provider.arrived.length).toBeGreaterThan(0);
  expect(JSON.stringify(provider.arrived.map((one) => one.body))).not.toContain('Be brief.');
});

verifies('instructions.kept', 'what was given is shown and repeated, whatever became of it', async () => {
  const { sessionId, threadId } = await talk();
  const { runId } = await run(sessionId);
  const before = await given(runId);
  expect(before).toEqual([
    { of: 'all', text: expect.stringMatching(/^Be brief\./u), leftOut: 0 },
    { of: 'conversation', text: 'Speak German.', leftOut: 0 },
  ]);
  await engine.client['config.set']({ body: { instructions: 'Be long.' } });
  await engine.client['threads.set']({ ...inThread(threadId), body: { instructions: null } });
  const again = await engine.client['replays.start']({ params: { runId }, body: {} });
  await allOf(engine.client['runs.events']({ params: { runId: again.runId } }));
  const [first, replayed] = systems();
  expect(replayed).toBe(first);
  expect([await given(runId), await given(again.runId)]).toEqual([before, before]);
  const { runId: later } = await run(sessionId);
  expect(marked(systems().at(-1) ?? '')).toEqual(['> Be long.']);
  expect(await given(later)).toEqual([{ of: 'all', text: 'Be long.', leftOut: 0 }]);
  await engine.client['threads.delete'](inThread(threadId));
  expect(await refusal(given(runId))).toMatchObject({ code: 'run_not_found' });
  const document = await (await fetch(`${engine.baseUrl}/api/export?sections=runs`)).text();
  expect(document).not.toContain('Speak German.');
});

verifies('instructions.kept', 'a run that goes on after a restart is sent what it began with', async () => {
  const { sessionId, threadId } = await talk();
  provider.reply(look, hangsAfter());
  const started = await engine.client['runs.start']({
    params: { id: sessionId },
    body: { task: 'go on', resume: true },
  });
  await provider.reached(2);
  await engine.stop();
  const file = join(engine.dataDir, 'config.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...settings, instructions: 'Be long.' }));
  provider.reply(ok);
  engine = await startRestartable({ dataDir: engine.dataDir });
  const params = { runId: started.runId ?? '' };
  expect(typesOf(await allOf(engine.client['runs.events']({ params })))).toContain('resumed');
  const [first, ...others] = systems();
  expect(others.length).toBeGreaterThan(1);
  expect(new Set(others)).toEqual(new Set([first]));
  expect((await engine.client['threads.get'](inThread(threadId))).instructions).toBe('Speak German.');
});

verifies(
  'instructions.carried',
  'a fork has those of its thread, and a debug export masks what became a secret',
  async () => {
    const { sessionId, threadId } = await talk('The word is late-secret-0815-xyz.');
    await run(sessionId);
    const { threadId: copy } = await engine.client['threads.fork']({ ...inThread(threadId), body: {} });
    expect((await engine.client['threads.get'](inThread(copy))).instructions).toBe(
      'The word is late-secret-0815-xyz.',
    );
    const value = 'late-secret-0815-xyz';
    await engine.client['secrets.put']({ params: { name: 'LATE' }, body: { value, hosts: [] } });
    const document = await (await fetch(`${engine.baseUrl}/api/threads/${threadId}/debug-export`)).text();
    expect(JSON.parse(document)).toMatchObject({
      thread: { instructions: expect.stringMatching(/^The word is .+\.$/u) },
    });
    expect(document).not.toContain(value);
    // A list does not carry them.
    expect((await engine.client['threads.list']()).threads.map((one) => 'instructions' in one)).toEqual([
      false,
      false,
    ]);
  },
);

verifies(
  'instructions.bounds',
  'of a thread what is too long or no text is refused, and changes nothing',
  async () => {
    const { threadId } = await talk();
    const set = (instructions: unknown) =>
      engine.client['threads.set']({ ...inThread(threadId), body: { instructions } as object });
    for (const wrong of ['x'.repeat(8_001), 'a\u0000b', 7, {}])
      expect(await refusal(set(wrong))).toMatchObject({ status: 400, code: 'invalid_request' });
    // The mask is longer than what it stands for.
    await engine.client['secrets.put']({ params: { name: 'PIN' }, body: { value: 'q7w8e9r0', hosts: [] } });
    expect(await refusal(set(`${'x'.repeat(7_980)} q7w8e9r0 q7w8e9r0`))).toMatchObject({
      status: 422,
      code: 'instructions_too_long',
    });
    expect((await engine.client['threads.get'](inThread(threadId))).instructions).toBe('Speak German.');
    expect((await set('\u{1F600}'.repeat(8_000))).instructions).toHaveLength(16_000);
    expect((await set(' \n ')).instructions).toBeNull();
    const unknown = engine.client['threads.set']({ ...inThread(UNKNOWN_ID), body: { instructions: 'x' } });
    expect(await refusal(unknown)).toMatchObject({ status: 404, code: 'thread_not_found' });
  },
);

verifies('instructions.bounds', 'a small window is sent the beginning, and the thread says so', async () => {
  await engine.client['config.set']({ body: { context_window: 4_096 } });
  const { sessionId, threadId } = await talk('word '.repeat(1_600).trim());
  const { events, runId } = await run(sessionId);
  expect(events.at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'end_turn' } });
  const [system = ''] = systems();
  expect(system.length).toBeLessThan(5_000);
  expect(system).toContain('> word word');
  const [all, conversation] = await given(runId);
  expect(all).toMatchObject({ of: 'all', leftOut: 0 });
  expect(conversation?.leftOut).toBeGreaterThan(4_000);
  const { messages } = await engine.client['threads.messages'](inThread(threadId));
  const notes = messages.flatMap(({ content }) => content.filter((block) => block.type === 'note'));
  expect(notes).toMatchObject([{ code: 'instructions_cut' }]);
});
