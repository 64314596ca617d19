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

const ok = streams(...chat.textAnswer('ok'));
const look = streams(...chat.callAnswer('list_files', '{}'));
const TASK = 'Save the contact Anna, and remind me of her tomorrow.';

let provider: FakeProvider;
let engine: RestartableEngine;

beforeEach(async () => {
  provider = await startFakeProvider(ok);
  engine = await startRestartable();
  await engine.client['config.set']({
    body: {
      provider: 'compat',
      api_base_url: `${provider.url}/v1`,
      compat_model_id: 'small',
      context_window: 100_000,
      memory_extraction: false,
    },
  });
});

const inThread = (threadId: string) => ({ params: { id: threadId } });
const set = async (threadId: string, tools: Readonly<Record<string, boolean | null>> | null) =>
  (await engine.client['threads.set']({ ...inThread(threadId), body: { tools } })).tools;

/** The names of the tools as they arrived at the socket. */
const namesIn = ({ body }: Arrived): readonly string[] =>
  ((body?.['tools'] ?? []) as readonly { readonly function: { readonly name: string } }[]).map(
    (one) => one.function.name,
  );
const lastNames = () => namesIn(provider.arrived.at(-1)!);

async function run(sessionId: string, task = TASK) {
  const started = await engine.client['runs.start']({ params: { id: sessionId }, body: { task } });
  return { runId: started.runId ?? '', events: await allOf(started) };
}
const newSession = (threadId?: string) =>
  engine.client['sessions.create']({ body: threadId === undefined ? {} : { threadId } });
const toldTo = async (runId: string) =>
  (await engine.client['runs.memories']({ params: { id: runId } })).tools;

verifies('tools.switches.cost', 'each family with what it costs, and how it is switched', async () => {
  const { threadId } = await newSession();
  await set(threadId, { contacts: false, tasks: true, 'server:gone': false });
  const { switches, room, contextWindow } = await engine.client['threads.tools'](inThread(threadId));
  expect({ room, contextWindow }).toEqual({ room: 25_000, contextWindow: 100_000 });
  const byName = Object.fromEntries(switches.map((one) => [one.name, one]));
  expect(switches[0]).toMatchObject({ name: 'core', kind: 'family', state: 'always' });
  expect(byName).toMatchObject({
    contacts: { kind: 'family', state: 'off' },
    tasks: { kind: 'family', state: 'on' },
    triggers: { kind: 'family', state: 'by_need' },
    // Not connected: it takes no room.
    google: { tools: 0, tokens: 0, state: 'by_need' },
    'server:gone': { kind: 'server', state: 'off', tools: 0, tokens: 0 },
  });
  for (const name of ['core', 'contacts', 'triggers']) {
    expect(byName[name]?.tools).toBeGreaterThan(0);
    expect(byName[name]?.tokens).toBeGreaterThan(50);
  }
  const { switches: ofAll } = await engine.client['tools.list']();
  expect(ofAll.map(({ name, tokens }) => [name, tokens])).toEqual(
    switches.filter(({ kind }) => kind === 'family').map(({ name, tokens }) => [name, tokens]),
  );
  expect(new Set(ofAll.map(({ state }) => state))).toEqual(new Set(['always', 'by_need']));
  const unknown = engine.client['threads.tools'](inThread(UNKNOWN_ID));
  expect(await refusal(unknown)).toMatchObject({ status: 404, code: 'thread_not_found' });
});

verifies(
  'tools.switches.change',
  'over HTTP: those that are named, at once or one after another',
  async () => {
    const { threadId } = await newSession();
    expect((await engine.client['threads.get'](inThread(threadId))).tools).toBeNull();
    await Promise.all(['contacts', 'tasks', 'google'].map((name) => set(threadId, { [name]: false })));
    expect(await set(threadId, { tasks: null, backups: true })).toEqual({
      backups: true,
      contacts: false,
      google: false,
    });
    const wrong: readonly unknown[] = [
      { core: false },
      { unknown: false },
      { contacts: 'off' },
      { 'server:': true },
      { ['server:' + 'x'.repeat(101)]: true },
      { 'server:a\nb': true },
      ['contacts'],
      'contacts',
    ];
    for (const tools of wrong) {
      const refused = refusal(set(threadId, tools as never));
      expect([tools, await refused]).toMatchObject([tools, { status: 400, code: 'invalid_request' }]);
    }
    const many = (from: number) =>
      Object.fromEntries(Array.from({ length: 200 }, (_, nth) => [`server:${from + nth}`, false]));
    await set(threadId, many(0));
    expect(await refusal(set(threadId, many(200)))).toMatchObject({ status: 422, code: 'too_many_switches' });
    expect(Object.keys((await engine.client['threads.get'](inThread(threadId))).tools ?? {})).toHaveLength(
      203,
    );
    expect(await set(threadId, null)).toBeNull();
  },
);

verifies(
  ['tools.switches.off', 'tools.switches.on', 'tools.switches.kept'],
  'from the next run on; each run keeps what it had, a fork has the same',
  async () => {
    const { sessionId, threadId } = await newSession();
    const { runId: before } = await run(sessionId);
    expect(lastNames()).toEqual(expect.arrayContaining(['save_contact', 'create_trigger']));
    await set(threadId, { contacts: false, tasks: true });
    const { runId } = await run(sessionId);
    expect(lastNames()).toEqual(expect.arrayContaining(['create_trigger', 'create_task']));
    expect(lastNames().filter((name) => name.includes('contact'))).toEqual([]);
    expect([await toldTo(before), await toldTo(runId)]).toEqual([null, { contacts: false, tasks: true }]);
    const { threadId: copy } = await engine.client['threads.fork']({ ...inThread(threadId), body: {} });
    await run((await newSession(copy)).sessionId);
    expect(lastNames().filter((name) => name.includes('contact'))).toEqual([]);
    // Whatever becomes of the thread, the run is shown and repeated as it was.
    await set(threadId, null);
    const again = await engine.client['replays.start']({ params: { runId }, body: {} });
    await allOf(engine.client['runs.events']({ params: { runId: again.runId } }));
    expect(lastNames()).toContain('create_task');
    expect(lastNames().filter((name) => name.includes('contact'))).toEqual([]);
    expect([await toldTo(runId), await toldTo(again.runId)]).toEqual([
      { contacts: false, tasks: true },
      { contacts: false, tasks: true },
    ]);
    const bundle = await fetch(`${engine.baseUrl}/api/threads/${copy}/debug-export`);
    expect(await bundle.json()).toMatchObject({ thread: { tools: { contacts: false, tasks: true } } });
  },
);

verifies(
  'tools.switches.resumed',
  'a run that goes on has what it began with, less what is off now',
  async () => {
    const { sessionId, threadId } = await newSession();
    await set(threadId, { contacts: false });
    provider.reply(look, hangsAfter());
    const started = await engine.client['runs.start']({
      params: { id: sessionId },
      body: { task: TASK, resume: true },
    });
    await provider.reached(2);
    await set(threadId, { contacts: null, triggers: false });
    await engine.stop();
    provider.reply(ok);
    engine = await startRestartable({ dataDir: engine.dataDir });
    const params = { runId: started.runId ?? '' };
    expect(typesOf(await allOf(engine.client['runs.events']({ params })))).toContain('resumed');
    const [first] = provider.arrived;
    expect(namesIn(first!)).toContain('create_trigger');
    for (const names of [namesIn(first!), lastNames()])
      expect(names.filter((name) => name.includes('contact'))).toEqual([]);
    expect(lastNames().filter((name) => name.includes('trigger'))).toEqual([]);
  },
);
