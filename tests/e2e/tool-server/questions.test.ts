import { beforeEach, expect } from '@jest/globals';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';
import { hostOf, startHostedEngine, type HostedEngine } from './host.ts';

let engine: HostedEngine;
let host: ReturnType<typeof hostOf>;
/** What the model asks for, one call a turn. */
let calls: { readonly name: string; readonly input: JsonObject }[];
let model: ScriptedModel;

beforeEach(async () => {
  calls = [];
  const open = async () => {
    model = new ScriptedModel([...calls.map((call) => [toolCalls(call)]), [text('Thank you.')]]);
    return model;
  };
  engine = await startHostedEngine({ models: { open } });
  host = hostOf(engine);
});

const asks = (input: JsonObject) => calls.push({ name: 'ask_user', input });
const resultsTold = () => JSON.stringify(model.requests.at(-1)?.messages);

verifies(
  ['mcp.states.waiting', 'mcp.run.waiting', 'mcp.states.reply'],
  'a run that asks is waiting; a reply lets it go on, and may be repeated',
  async () => {
    asks({ question: 'Which colour?', options: ['red', 'blue'] });
    const { runId } = await host.start('paint');
    expect(await host.asked(runId)).toEqual({
      done: false,
      text: '',
      status: 'waiting for input',
      waiting_for_input: { question: 'Which colour?', options: ['red', 'blue'] },
      promptId: expect.any(String),
    });
    expect(await host.reply(runId, 'blue')).toEqual({ ok: true });
    expect(await host.reply(runId, 'blue')).toEqual({ ok: true });
    const done = await host.done(runId);
    expect(done).toMatchObject({ status: 'completed', text: 'Thank you.' });
    expect(done).not.toHaveProperty('waiting_for_input');
    expect(resultsTold()).toContain('blue');
    expect(await refusal(host.reply(runId, 'blue'))).toMatchObject({ code: 'not_waiting' });
  },
);

verifies('mcp.states.reply', 'a reply answers only the question that the last poll showed', async () => {
  asks({ question: 'First?' });
  asks({ question: 'Second?' });
  const { runId } = await host.start('ask twice');
  expect(await refusal(host.reply(runId, 'too early'))).toMatchObject({ code: 'not_waiting' });
  await host.asked(runId);
  await host.reply(runId, 'one');
  await engine.client['history.run']({ params: { id: runId } });
  // The second question is pending, and no poll has shown it.
  const { threadId } = await engine.client['history.run']({ params: { id: runId } });
  for (;;) {
    const { pendingPrompt } = await engine.client['threads.get']({ params: { id: threadId ?? '' } });
    if (pendingPrompt?.question === 'Second?') break;
  }
  expect(await refusal(host.reply(runId, 'two'))).toMatchObject({ status: 409, code: 'poll_again' });
  const second = await host.asked(runId);
  expect(second.waiting_for_input?.question).toBe('Second?');
  await host.reply(runId, 'three');
  await host.done(runId);
  expect(resultsTold()).toContain('three');
  expect(resultsTold()).not.toContain('two');
});

verifies('mcp.states.reply', 'a reply to a question that it names answers no other one', async () => {
  asks({ question: 'First?' });
  asks({ question: 'Second?' });
  const { runId } = await host.start('ask twice');
  const { promptId: first = '' } = await host.asked(runId);
  await host.reply(runId, 'one', { promptId: first });
  await host.polledUntil(
    runId,
    'the second',
    ({ waiting_for_input: asked }) => asked?.question === 'Second?',
  );
  expect(await host.reply(runId, 'one', { promptId: first })).toEqual({ ok: true });
  expect(await refusal(host.reply(runId, 'two', { promptId: first }))).toMatchObject({ code: 'poll_again' });
  const { promptId: second = '' } = await host.poll(runId);
  const { runId: other } = await host.start('ask elsewhere');
  await host.asked(other);
  expect(await refusal(host.reply(other, 'x', { promptId: second }))).toMatchObject({ code: 'poll_again' });
  await host.reply(runId, 'three', { promptId: second });
  await host.done(runId);
});

verifies('mcp.states.reply', 'an answer that the owner gave elsewhere is not answered again', async () => {
  asks({ question: 'Which?' });
  const { runId } = await host.start('ask');
  await host.asked(runId);
  const { prompts } = await engine.client['prompts.list']();
  const { threadId = '', promptId = '' } = prompts[0] ?? {};
  await engine.client['threads.reply']({ params: { id: threadId }, body: { promptId, answer: 'mine' } });
  expect(await refusal(host.reply(runId, 'theirs'))).toMatchObject({ code: 'poll_again' });
  await host.done(runId);
  expect(resultsTold()).toContain('mine');
  expect(resultsTold()).not.toContain('theirs');
});

verifies('mcp.states.reply', 'only an option is accepted where no free text is', async () => {
  asks({ question: 'Which?', options: ['a', 'b'], allowFreeText: false });
  const { runId } = await host.start('ask');
  await host.asked(runId);
  expect(await refusal(host.reply(runId, 'c'))).toMatchObject({ code: 'invalid_answer' });
  await host.reply(runId, 'a');
  expect(await host.done(runId)).toMatchObject({ status: 'completed' });
});

verifies('mcp.states.reply', 'several questions at once say how they are answered', async () => {
  asks({ questions: [{ question: 'Name?' }, { question: 'Size?', options: ['S', 'M'] }] });
  const { runId } = await host.start('ask');
  const { waiting_for_input: asked } = await host.asked(runId);
  expect(asked?.question).toMatch(/1\. Name\?\n2\. Size\? \(S \/ M\)\n.*\{"0": "…", "1": "…"\}/u);
  await host.reply(runId, '{"0": "Ada", "1": "M"}');
  await host.done(runId);
  expect(resultsTold()).toContain('Ada');
});

verifies(
  'security.tool-server-consent',
  'a consent through a host is for one call: nothing that lasts is offered or accepted',
  async () => {
    const send = { url: 'http://mail.example.org/x', method: 'POST', body: '{}' };
    calls.push({ name: 'http_request', input: send });
    const { runId } = await host.start('send');
    const { waiting_for_input: asked } = await host.asked(runId);
    expect(asked?.options).toEqual(['Allow once', 'No']);
    // As the specification prints it; with a cursor it is there as data, too.
    expect(Object.keys(asked ?? {})).toEqual(['question', 'options']);
    expect((await host.poll(runId, { cursor: 0 })).waiting_for_input).toMatchObject({
      says: { code: 'consent.question', facts: { does: [{ code: 'request.send' }] } },
      choices: [{ code: 'consent.once' }, { code: 'consent.no' }],
    });
    const [prompt] = (await engine.client['prompts.list']()).prompts;
    const lasting = prompt?.options.filter((option) => option.startsWith('Allow everything')) ?? [];
    expect(lasting).toHaveLength(2);
    for (const answer of [...lasting, 'always', 'Allow everything', 'consent.place'])
      expect(await refusal(host.reply(runId, answer))).toMatchObject({
        code: 'not_an_option',
        options: ['Allow once', 'No'],
      });
    await host.reply(runId, 'consent.once');
    await host.reply(runId, 'consent.once');
    await host.done(runId);
    expect((await engine.client['consents.list']()).consents).toEqual([]);
  },
);

verifies(
  'security.tool-server-secrets',
  'the value of a secret never goes through a reply: the question says where it is stored',
  async () => {
    calls.push({
      name: 'ask_secret',
      input: {
        name: 'MAIL_KEY',
        prompt: 'The key of the mail server, please.',
        key_type: 'api_key',
        hosts: ['mail.example.org'],
      },
    });
    const { runId } = await host.start('send mail');
    const { waiting_for_input: asked } = await host.asked(runId);
    expect(asked?.options).toEqual(['saved', 'declined']);
    expect(asked?.question).toContain('svc secret set MAIL_KEY');
    const sent = await refusal(host.reply(runId, 'hunter2-hunter2'));
    expect(sent).toMatchObject({ code: 'not_an_option' });
    expect(JSON.stringify(sent)).not.toContain('hunter2');
    await engine.client['secrets.put']({ params: { name: 'MAIL_KEY' }, body: { value: 'hunter3-hunter3' } });
    await host.reply(runId, 'saved');
    expect(await host.done(runId)).toMatchObject({ status: 'completed' });
    expect(resultsTold()).toContain('secret:MAIL_KEY');
  },
);

verifies(
  'security.tool-server-consent',
  'a run whose owner cannot be asked gets no consent, and does not wait',
  async () => {
    calls.push({
      name: 'http_request',
      input: { url: 'http://mail.example.org/x', method: 'POST', body: '{}' },
    });
    const { runId } = await host.start('send', { canAsk: false, waits: 'call' });
    const { events } = await host.poll((await host.done(runId), runId), { cursor: 0 });
    const result = events?.find(({ type }) => type === 'tool_result');
    expect(result?.data).toMatchObject({
      success: false,
      preview: expect.stringContaining('cannot be asked'),
    });
  },
);
