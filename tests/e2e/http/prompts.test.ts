import { describe, expect } from '@jest/globals';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { verifies } from '../../spec/verifies.ts';
import { refuses } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf, newSession, replay, startRun, typesOf, upTo, type Event } from './runs.ts';

const DAY = 24 * 60 * 60 * 1000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;

let engine: TestEngine;
let model: ScriptedModel;

type Asked = Extract<Event, { type: 'prompt' }>['data'];

/** An engine with a waiting run that has no client. */
async function waiting(input: JsonObject = { question: 'Which colour?', options: ['red', 'blue'] }) {
  model = new ScriptedModel([[toolCalls({ name: 'ask_user', input })], [text('Thank you.')]]);
  engine = await startTestEngine({ model });
  const session = await newSession(engine);
  const stream = await startRun(engine, session.id, 'go');
  const asked = (await upTo('prompt', stream)).at(-1)?.data as Asked;
  return { session, asked, runId: stream.runId };
}

const pendingIn = (id: string) => engine.client['prompts.pending']({ params: { id } });
const reply = (id: string, answer: string, promptId?: string) =>
  engine.client['prompts.reply']({
    params: { id },
    body: { answer, ...(promptId === undefined ? {} : { promptId }) },
  });
const told = (): readonly unknown[] => model.requests.at(-1)?.messages.at(-1)?.content ?? [];

describe('a run that asks', () => {
  verifies(
    [
      'prompts.ask',
      'prompts.event',
      'prompts.best-effort',
      'prompts.record',
      'prompts.record.pending',
      'prompts.record.prompt-id',
      'prompts.record.type',
      'prompts.record.question',
      'prompts.record.timeout',
      'prompts.record.created-at',
      'prompts.reply',
      'prompts.no-client',
    ],
    'waits without a client, shows its question, and continues with the answer',
    async () => {
      const { session, asked, runId } = await waiting();
      expect(asked).toEqual({
        promptId: expect.stringMatching(UUID) as unknown,
        sessionId: session.id,
        question: 'Which colour?',
        options: ['red', 'blue'],
        allowFreeText: true,
        timeoutMs: DAY,
        expiresAt: expect.stringMatching(TIME) as unknown,
      });
      const { expiresAt, question, options, promptId } = asked;
      const pending = await pendingIn(session.id);
      expect(pending).toEqual({
        pending: true,
        promptType: 'ask_user',
        promptId,
        question,
        options,
        allowFreeText: true,
        createdAt: new Date(Date.parse(expiresAt) - DAY).toISOString(),
        expiresAt,
        timeoutMs: expect.any(Number) as unknown,
      });
      if (!pending.pending) throw new Error('it is pending');
      expect(pending.timeoutMs).toBeGreaterThan(DAY - 60_000);
      expect(pending.timeoutMs).toBeLessThanOrEqual(DAY);
      expect(await reply(session.id, 'red', promptId.toUpperCase())).toEqual({
        accepted: true,
        duplicate: false,
      });
      const events = await allOf(replay(engine, runId));
      expect(typesOf(events)).toEqual([
        'tool_call',
        'turn_end',
        'prompt',
        'tool_result',
        'text',
        'turn_end',
        'done',
      ]);
      expect(events[3]?.data).toMatchObject({ name: 'ask_user', output: 'red', success: true });
      expect(await pendingIn(session.id)).toEqual({ pending: false });
      expect(told()).toMatchObject([{ type: 'tool_result', output: 'red' }]);
    },
  );

  verifies('prompts.reply.refusals', 'accepts only a valid answer', async () => {
    const { session, asked } = await waiting({
      question: 'Which?',
      options: ['a', 'b'],
      allowFreeText: false,
    });
    const other = await newSession(engine);
    const { promptId } = asked;
    await refuses(reply(session.id, '', promptId), {
      status: 400,
      code: 'invalid_request',
    });
    await refuses(reply(session.id, ' \n', promptId), { status: 400 });
    await refuses(reply(session.id, 'x'.repeat(65_537), promptId), { status: 400 });
    await refuses(reply(session.id, 'c', promptId), {
      status: 400,
      code: 'invalid_answer',
    });
    for (const [id, named] of [
      [session.id, UNKNOWN_ID],
      [session.id, 'nothing'],
      [other.id, promptId],
    ] as const)
      await refuses(reply(id, 'a', named), { status: 404, code: 'prompt_not_found' });
    await refuses(reply(other.id, 'a'), { status: 409, code: 'no_pending_prompt' });
    await refuses(reply(UNKNOWN_ID, 'a'), { status: 404, code: 'session_not_found' });
    await refuses(pendingIn(UNKNOWN_ID), { status: 404, code: 'session_not_found' });
    expect(await reply(session.id, 'b')).toEqual({ accepted: true, duplicate: false });
    await refuses(reply(session.id, 'b'), { status: 409, code: 'no_pending_prompt' });
  });
});
