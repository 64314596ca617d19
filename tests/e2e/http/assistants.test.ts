import { beforeEach, expect } from '@jest/globals';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import * as chat from '../../servers/chat-completions.ts';
import { startFakeProvider, streams, type FakeProvider } from '../../servers/fake-provider.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf } from './runs.ts';

const SECRET = 'sk-needle-4711-abcdefgh';
const ok = streams(...chat.textAnswer('ok'));

let provider: FakeProvider;
let engine: RestartableEngine;

beforeEach(async () => {
  provider = await startFakeProvider(ok);
  engine = await startRestartable();
  const api_base_url = `${provider.url}/v1`;
  await engine.client['secrets.put']({ params: { name: 'SHOP' }, body: { value: SECRET, hosts: [] } });
  await engine.client['config.set']({
    body: {
      provider: 'compat',
      api_base_url,
      compat_model_id: 'usual',
      context_window: 100_000,
      memory_extraction: false,
      model_profiles: {
        fine: { provider: 'compat', api_base_url, model_id: 'finer', context_window: 100_000 },
      },
    },
  });
});

const add = (name: string, more: object = {}) => engine.client['assistants.add']({ body: { name, ...more } });
const of = (id: string) => ({ params: { id } });
const begin = (assistant: string) => engine.client['sessions.create']({ body: { assistant } });
const thread = (threadId: string) => engine.client['threads.get'](of(threadId));

async function run(sessionId: string, task = 'Save the contact Anna.') {
  const started = await engine.client['runs.start']({ ...of(sessionId), body: { task } });
  await allOf(started);
  return started.runId ?? '';
}

/** What arrived last: the model, the instructions, and the names of the tools. */
function lastSent() {
  const body = provider.arrived.at(-1)?.body ?? {};
  const [first] = (body['messages'] ?? []) as readonly { readonly content: string }[];
  const tools = (body['tools'] ?? []) as readonly { readonly function: { readonly name: string } }[];
  return {
    model: body['model'],
    instructions: (first?.content ?? '').split('\n').filter((line) => line.startsWith('>')),
    tools: tools.map((one) => one.function.name),
  };
}

const FINE = {
  instructions: `Speak German.\nThe key is ${SECRET}.`,
  profile: 'fine',
  tools: { contacts: false, tasks: true },
};

verifies('assistants.kept', 'made, changed, listed by name and deleted', async () => {
  const made = await add('  Translator  of texts ', FINE);
  expect(made).toMatchObject({ name: 'Translator of texts', profile: 'fine', tools: FINE.tools });
  expect(made.instructions).toMatch(/^Speak German\.\nThe key is (?!sk).+\.$/u);
  await add('Archivist');
  const { assistants } = await engine.client['assistants.list']();
  expect(assistants.map(({ name }) => name)).toEqual(['Archivist', 'Translator of texts']);
  const id = made.assistantId;
  const changed = await engine.client['assistants.set']({
    ...of(id),
    body: { name: 'TRANSLATOR of texts', instructions: ' ', tools: { contacts: null } },
  });
  expect(changed).toMatchObject({
    assistantId: id,
    name: 'TRANSLATOR of texts',
    instructions: null,
    profile: 'fine',
    tools: { tasks: true },
  });
  expect(await engine.client['assistants.get'](of(id))).toEqual(changed);
  await engine.client['assistants.delete'](of(id));
  for (const gone of [
    engine.client['assistants.get'](of(id)),
    engine.client['assistants.delete'](of(id)),
    engine.client['assistants.set']({ ...of(id), body: { name: 'x' } }),
  ])
    expect(await refusal(gone)).toMatchObject({ status: 404, code: 'assistant_not_found' });
});

verifies('assistants.bounds', 'names are unique and on one line; there are at most 50', async () => {
  const { assistantId } = await add('Größe');
  expect(await refusal(add('GRÖßE'))).toMatchObject({ status: 409, code: 'assistant_name_taken' });
  await add('Other');
  const rename = engine.client['assistants.set']({ ...of(assistantId), body: { name: 'other' } });
  expect(await refusal(rename)).toMatchObject({ status: 409, code: 'assistant_name_taken' });
  const wrong: readonly object[] = [
    { name: '' },
    { name: ' ' },
    { name: 'a\nb' },
    { name: 'x'.repeat(61) },
    { name: 'a', instructions: 'x'.repeat(8_001) },
    { name: 'a', instructions: 'a\u0000b' },
    { name: 'a', tools: { unknown: true } },
    { name: 'a', more: 1 },
    {},
  ];
  for (const body of wrong)
    expect([
      body,
      await refusal(engine.client['assistants.add']({ body: body as { name: string } })),
    ]).toMatchObject([body, { status: 400, code: 'invalid_request' }]);
  expect(await refusal(add('a', { profile: 'nothing' }))).toMatchObject({
    status: 422,
    code: 'profile_unknown',
  });
  const all = await Promise.allSettled(Array.from({ length: 52 }, (_, nth) => add(`Number ${nth}`)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(48);
  expect(await refusal(add('One more'))).toMatchObject({ status: 409, code: 'too_many_assistants' });
  expect((await engine.client['assistants.list']()).assistants).toHaveLength(50);
});

verifies(
  'assistants.begin',
  'a conversation begins with its instructions, model and tools, and keeps them',
  async () => {
    const { assistantId } = await add('Translator', FINE);
    const { sessionId, threadId } = await begin('translator');
    const begun = await thread(threadId);
    expect(begun).toMatchObject({
      assistant: { assistantId, name: 'Translator' },
      profile: 'fine',
      tools: FINE.tools,
    });
    const runId = await run(sessionId);
    const sent = lastSent();
    expect(sent).toMatchObject({
      model: 'finer',
      instructions: ['> Speak German.', expect.stringMatching(/^> The key is (?!sk)/u)],
    });
    expect(sent.tools).toContain('create_task');
    expect(sent.tools.filter((name) => name.includes('contact'))).toEqual([]);
    expect(await engine.client['history.run'](of(runId))).toMatchObject({ profile: 'fine', model: 'finer' });
    // Neither a change nor its deletion reaches what has begun, also after a restart; a fork has the same.
    await engine.client['assistants.set']({
      ...of(assistantId),
      body: { name: 'New', instructions: 'Speak French.', profile: null, tools: null },
    });
    await engine.client['assistants.delete'](of(assistantId));
    await engine.stop();
    engine = await startRestartable({ dataDir: engine.dataDir });
    const { assistant, instructions, profile, tools } = begun;
    expect(await thread(threadId)).toMatchObject({ assistant, instructions, profile, tools });
    const { threadId: copy } = await engine.client['threads.fork']({ ...of(threadId), body: {} });
    const inCopy = await engine.client['sessions.create']({ body: { threadId: copy } });
    await run(inCopy.sessionId);
    expect(lastSent()).toMatchObject({ model: 'finer', instructions: sent.instructions });
    // What its owner changes in the conversation is of that alone.
    await engine.client['threads.set']({ ...of(copy), body: { instructions: null, tools: null } });
    await run(inCopy.sessionId);
    expect(lastSent()).toMatchObject({ model: 'finer', instructions: [] });
    await run(sessionId);
    expect(lastSent()).toMatchObject({ instructions: sent.instructions });
  },
);

verifies(
  'assistants.begin',
  'by id, too; an unknown one, or one for a begun conversation, is refused',
  async () => {
    const { assistantId } = await add('Translator');
    const { threadId } = await begin(assistantId.toUpperCase());
    expect((await thread(threadId)).assistant).toEqual({ assistantId, name: 'Translator' });
    for (const unknown of ['Nobody', UNKNOWN_ID])
      expect(await refusal(begin(unknown))).toMatchObject({ status: 404, code: 'assistant_not_found' });
    const late = engine.client['sessions.create']({ body: { threadId, assistant: 'Translator' } });
    expect(await refusal(late)).toMatchObject({ status: 409, code: 'conversation_begun' });
    // None is used unless it is named.
    const usual = await engine.client['sessions.create']({ body: {} });
    expect(await thread(usual.threadId)).toMatchObject({ assistant: null, profile: null, tools: null });
    expect((await engine.client['threads.list']()).threads).toHaveLength(2);
  },
);

verifies('assistants.profile-gone', 'the model of the settings answers, and the thread says so', async () => {
  await add('Translator', { profile: 'fine' });
  const { sessionId, threadId } = await begin('Translator');
  const key = { headers: { 'idempotency-key': 'once' } };
  const first = await engine.client['runs.start']({ ...of(sessionId), ...key, body: { task: 'Hello.' } });
  await allOf(first);
  expect(lastSent().model).toBe('finer');
  await engine.client['config.set']({ body: { model_profiles: null } });
  // The same request is the same run, although another model would answer now.
  const again = await engine.client['runs.start']({ ...of(sessionId), ...key, body: { task: 'Hello.' } });
  expect(again.runId).toBe(first.runId);
  await allOf(again);
  const runId = await run(sessionId);
  expect(lastSent().model).toBe('usual');
  expect(await engine.client['history.run'](of(runId))).toMatchObject({ profile: null, model: 'usual' });
  const { messages } = await engine.client['threads.messages'](of(threadId));
  const notes = messages.flatMap(({ content }) => content.filter((block) => block.type === 'note'));
  expect(notes).toMatchObject([{ code: 'profile_gone', detail: expect.stringContaining('fine') }]);
  // What somebody asks for now is not replaced.
  const asked = engine.client['runs.start']({ ...of(sessionId), body: { task: 'Hi.', profile: 'fine' } });
  expect(await refusal(asked)).toMatchObject({ status: 422, code: 'profile_unknown' });
});
