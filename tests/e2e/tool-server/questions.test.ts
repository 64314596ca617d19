import { beforeEach, expect } from '@jest/globals';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import { text, toolCalls, type ScriptedCall } from '../../doubles/scripted-model.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';
import { startScene, type Scene } from './host.ts';

let at: Scene;
beforeEach(async () => {
  at = await startScene();
});

/** The model of the next run calls these, one in each turn. */
const calls = (...all: readonly ScriptedCall[]) =>
  at.runs.push([...all.map((call) => [toolCalls(call)]), [text('Thank you.')]]);
const asks = (...inputs: readonly JsonObject[]) =>
  calls(...inputs.map((input) => ({ name: 'ask_user', input })));

verifies(
  ['mcp.states.waiting', 'mcp.run.waiting', 'mcp.states.reply'],
  'a run that asks is waiting; a reply lets it go on, and may be repeated',
  async () => {
    asks({ question: 'Which colour?', options: ['red', 'blue'] });
    const { runId } = await at.host.start('paint');
    expect(await at.host.asked(runId)).toEqual({
      done: false,
      text: '',
      status: 'waiting for input',
      waiting_for_input: { question: 'Which colour?', options: ['red', 'blue'] },
      promptId: expect.any(String),
    });
    expect(await at.host.reply(runId, 'blue')).toEqual({ ok: true });
    expect(await at.host.reply(runId, 'blue')).toEqual({ ok: true });
    const done = await at.host.done(runId);
    expect(done).toMatchObject({ status: 'completed', text: 'Thank you.' });
    expect(done).not.toHaveProperty('waiting_for_input');
    expect(at.told()).toContain('blue');
    expect(await refusal(at.host.reply(runId, 'blue'))).toMatchObject({ code: 'not_waiting' });
  },
);

verifies('mcp.states.reply', 'a reply answers only the question that the last poll showed', async () => {
  asks({ question: 'First?' }, { question: 'Second?' });
  const { runId } = await at.host.start('ask twice');
  expect(await refusal(at.host.reply(runId, 'too early'))).toMatchObject({ code: 'not_waiting' });
  await at.host.asked(runId);
  await at.host.reply(runId, 'one');
  // The second question is pending, and no poll has shown it.
  const { threadId } = await at.engine.client['history.run']({ params: { id: runId } });
  for (;;) {
    const { pendingPrompt } = await at.engine.client['threads.get']({ params: { id: threadId ?? '' } });
    if (pendingPrompt?.question === 'Second?') break;
  }
  expect(await refusal(at.host.reply(runId, 'two'))).toMatchObject({ status: 409, code: 'poll_again' });
  const second = await at.host.asked(runId);
  expect(second.waiting_for_input?.question).toBe('Second?');
  await at.host.reply(runId, 'three');
  await at.host.done(runId);
  expect(at.told()).toContain('three');
  expect(at.told()).not.toContain('two');
});

verifies('mcp.states.reply', 'a reply to a question that it names answers no other one', async () => {
  asks({ question: 'First?' }, { question: 'Second?' });
  const { runId } = await at.host.start('ask twice');
  const { promptId: first = '' } = await at.host.asked(runId);
  await at.host.reply(runId, 'one', { promptId: first });
  await at.host.polledUntil(
    runId,
    'the second',
    ({ waiting_for_input: asked }) => asked?.question === 'Second?',
  );
  expect(await at.host.reply(runId, 'one', { promptId: first })).toEqual({ ok: true });
  expect(await refusal(at.host.reply(runId, 'two', { promptId: first }))).toMatchObject({
    code: 'poll_again',
  });
  const { promptId: second = '' } = await at.host.poll(runId);
  asks({ question: 'First?' });
  const { runId: other } = await at.host.start('ask elsewhere');
  await at.host.asked(other);
  expect(await refusal(at.host.reply(other, 'x', { promptId: second }))).toMatchObject({
    code: 'poll_again',
  });
  await at.host.reply(runId, 'three', { promptId: second });
  await at.host.done(runId);
});

verifies('mcp.states.reply', 'an answer that the owner gave elsewhere is not answered again', async () => {
  asks({ question: 'Which?' });
  const { runId } = await at.host.start('ask');
  await at.host.asked(runId);
  const { prompts } = await at.engine.client['prompts.list']();
  const { threadId = '', promptId = '' } = prompts[0] ?? {};
  await at.engine.client['threads.reply']({ params: { id: threadId }, body: { promptId, answer: 'mine' } });
  expect(await refusal(at.host.reply(runId, 'theirs'))).toMatchObject({ code: 'poll_again' });
  await at.host.done(runId);
  expect(at.told()).toContain('mine');
  expect(at.told()).not.toContain('theirs');
});

verifies('mcp.states.reply', 'only an option is accepted where no free text is', async () => {
  asks({ question: 'Which?', options: ['a', 'b'], allowFreeText: false });
  const { runId } = await at.host.start('ask');
  await at.host.asked(runId);
  expect(await refusal(at.host.reply(runId, 'c'))).toMatchObject({ code: 'invalid_answer' });
  await at.host.reply(runId, 'a');
  expect(await at.host.done(runId)).toMatchObject({ status: 'completed' });
});

verifies('mcp.states.reply', 'several questions at once say how they are answered', async () => {
  asks({ questions: [{ question: 'Name?' }, { question: 'Size?', options: ['S', 'M'] }] });
  const { runId } = await at.host.start('ask');
  const { waiting_for_input: asked } = await at.host.asked(runId);
  expect(asked?.question).toMatch(/1\. Name\?\n2\. Size\? \(S \/ M\)\n.*\{"0": "…", "1": "…"\}/u);
  await at.host.reply(runId, '{"0": "Ada", "1": "M"}');
  await at.host.done(runId);
  expect(at.told()).toContain('Ada');
});

verifies('security.tool-server-consent', 'a consent through a host is for one call', async () => {
  const send = { url: 'http://mail.example.org/x', method: 'POST', body: '{}' };
  calls({ name: 'http_request', input: send });
  const { runId } = await at.host.start('send');
  const { waiting_for_input: asked } = await at.host.asked(runId);
  expect(asked?.options).toEqual(['Allow once', 'No']);
  // As the specification prints it; with a cursor it is there as data, too.
  expect(Object.keys(asked ?? {})).toEqual(['question', 'options']);
  expect((await at.host.poll(runId, { cursor: 0 })).waiting_for_input).toMatchObject({
    says: { code: 'consent.question', facts: { does: [{ code: 'request.send' }] } },
    choices: [{ code: 'consent.once' }, { code: 'consent.no' }],
  });
  const [prompt] = (await at.engine.client['prompts.list']()).prompts;
  const lasting = prompt?.options.filter((option) => option !== 'Allow once' && option !== 'No') ?? [];
  expect(lasting).toHaveLength(2);
  for (const answer of [...lasting, 'always', 'Allow everything', 'consent.place'])
    expect(await refusal(at.host.reply(runId, answer))).toMatchObject({
      code: 'not_an_option',
      options: ['Allow once', 'No'],
    });
  await at.host.reply(runId, 'consent.once');
  await at.host.reply(runId, 'consent.once');
  await at.host.done(runId);
  expect((await at.engine.client['consents.list']()).consents).toEqual([]);
});

verifies('security.tool-server-secrets', 'the value of a secret is no reply', async () => {
  calls({
    name: 'ask_secret',
    input: {
      name: 'MAIL_KEY',
      prompt: 'The key of the mail server, please.',
      key_type: 'api_key',
      hosts: ['mail.example.org'],
    },
  });
  const { runId } = await at.host.start('send mail');
  const { waiting_for_input: asked } = await at.host.asked(runId);
  expect(asked?.options).toEqual(['saved', 'declined']);
  expect(asked?.question).toContain('svc secret set MAIL_KEY');
  const sent = await refusal(at.host.reply(runId, 'hunter2-hunter2'));
  expect(sent).toMatchObject({ code: 'not_an_option' });
  expect(JSON.stringify(sent)).not.toContain('hunter2');
  await at.engine.client['secrets.put']({
    params: { name: 'MAIL_KEY' },
    body: { value: 'hunter3-hunter3' },
  });
  await at.host.reply(runId, 'saved');
  expect(await at.host.done(runId)).toMatchObject({ status: 'completed' });
  expect(at.told()).toContain('secret:MAIL_KEY');
});
