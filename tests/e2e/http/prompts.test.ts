import { describe, expect } from '@jest/globals';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import type { JsonObject } from '../../../src/core/kernel/json.ts';
import { faultsIn } from '../../harness/well-formed.ts';
import {
  startTestEngine,
  temporaryDir,
  type TestEngine,
  type TestEngineOptions,
} from '../../harness/in-process-engine.ts';
import { ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectSoundDatabase } from '../crash/oracle.ts';
import { refusal } from './problems.ts';
import { UNKNOWN_ID } from './routes.ts';
import { allOf, newSession, replay, startRun, typesOf, upTo, type Event } from './runs.ts';

const DAY = 24 * 60 * 60 * 1000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;

let engine: TestEngine;
let model: ScriptedModel;

type Asked = Extract<Event, { type: 'prompt' }>['data'];

/** An engine with a waiting run that has no client. */
async function waiting(
  input: JsonObject = { question: 'Which colour?', options: ['red', 'blue'] },
  options: TestEngineOptions = {},
) {
  model = new ScriptedModel([[toolCalls({ name: 'ask_user', input })], [text('Thank you.')]]);
  engine = await startTestEngine({ model, ...options });
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

  verifies(
    ['prompts.reply.named', 'security.consent.question', 'security.consent.options'],
    'for consent accepts an answer only with its promptId; without it 400, and nothing is allowed or denied',
    async () => {
      const post = { url: 'https://sink.example/', method: 'POST', body: 'x' };
      model = new ScriptedModel([[toolCalls({ name: 'http_request', input: post })], [text('Thank you.')]]);
      engine = await startTestEngine({ model });
      const session = await newSession(engine);
      const stream = await startRun(engine, session.id, 'go');
      const asked = (await upTo('prompt', stream)).at(-1)?.data as Asked;
      const { promptId } = asked;
      for (const answer of ['Allow once', 'No'])
        expect(await refusal(reply(session.id, answer))).toMatchObject({
          status: 400,
          code: 'prompt_id_required',
        });
      for (const answer of ['4', 'Allow'])
        expect(await refusal(reply(session.id, answer, promptId))).toMatchObject({
          status: 400,
          code: 'invalid_answer',
        });
      expect(await pendingIn(session.id)).toMatchObject({ pending: true, promptId });
      expect(await reply(session.id, 'No', promptId)).toMatchObject({ accepted: true });
      await allOf(replay(engine, stream.runId));
      expect(told()).toMatchObject([{ success: false }]);
    },
  );

  verifies(
    ['prompts.record', 'prompts.reply'],
    'can ask several questions in one form, and accepts an object of answers',
    async () => {
      const questions = [
        { header: 'Paint', question: 'Which?', options: ['red'] },
        { question: 'How much?' },
      ];
      const { session, asked } = await waiting({ questions });
      const shown = [
        { header: 'Paint', question: 'Which?', options: ['red'] },
        { header: null, question: 'How much?', options: [] },
      ];
      expect(asked).toMatchObject({
        question: '1. Which? (red)\n2. How much?',
        options: [],
        questions: shown,
      });
      expect(await pendingIn(session.id)).toMatchObject({ questions: shown });
      expect(await refusal(reply(session.id, 'red'))).toMatchObject({ status: 400, code: 'invalid_answer' });
      await reply(session.id, '{"1":"two litres"}', asked.promptId);
      await allOf(replay(engine, await lastRun()));
      expect(told()).toMatchObject([
        { output: '1. Which?\nAnswer: (not answered)\n\n2. How much?\nAnswer: two litres' },
      ]);
    },
  );

  verifies(
    ['prompts.one-answer', 'prompts.reply.idempotent'],
    'of twenty simultaneous replies one wins, and the others are duplicates',
    async () => {
      const { session, asked, runId } = await waiting();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => reply(session.id, `answer ${n}`, asked.promptId)),
      );
      expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
      const winner = answers.findIndex(({ duplicate }) => !duplicate);
      await allOf(replay(engine, runId));
      expect(told()).toMatchObject([{ output: `answer ${winner}`, success: true }]);
      expect(await reply(session.id, 'again', asked.promptId)).toEqual({ accepted: true, duplicate: true });
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
    expect(await refusal(reply(session.id, '', promptId))).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
    expect(await refusal(reply(session.id, ' \n', promptId))).toMatchObject({ status: 400 });
    expect(await refusal(reply(session.id, 'x'.repeat(65_537), promptId))).toMatchObject({ status: 400 });
    expect(await refusal(reply(session.id, 'c', promptId))).toMatchObject({
      status: 400,
      code: 'invalid_answer',
    });
    for (const [id, named] of [
      [session.id, UNKNOWN_ID],
      [session.id, 'nothing'],
      [other.id, promptId],
    ] as const)
      expect(await refusal(reply(id, 'a', named))).toMatchObject({ status: 404, code: 'prompt_not_found' });
    expect(await refusal(reply(other.id, 'a'))).toMatchObject({ status: 409, code: 'no_pending_prompt' });
    expect(await refusal(reply(UNKNOWN_ID, 'a'))).toMatchObject({ status: 404, code: 'session_not_found' });
    expect(await refusal(pendingIn(UNKNOWN_ID))).toMatchObject({ status: 404, code: 'session_not_found' });
    expect(await reply(session.id, 'b')).toEqual({ accepted: true, duplicate: false });
    expect(await refusal(reply(session.id, 'b'))).toMatchObject({ status: 409, code: 'no_pending_prompt' });
  });

  verifies('prompts.expiry', 'expires after 24 hours: 410, and nothing is pending', async () => {
    let ahead = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + ahead };
    const { session, asked, runId } = await waiting(undefined, { platform: { clock } });
    ahead = DAY;
    expect(await refusal(reply(session.id, 'red', asked.promptId))).toMatchObject({
      status: 410,
      code: 'prompt_expired',
    });
    expect(await pendingIn(session.id)).toEqual({ pending: false });
    await allOf(replay(engine, runId));
    expect(told()).toMatchObject([{ success: false }]);
  });

  verifies(['prompts.abort', 'runs.abort'], 'is ended by an abort; its prompt has expired', async () => {
    const { session, asked, runId } = await waiting();
    expect(await engine.client['runs.abort']({ params: { id: session.id } })).toEqual({
      requested: true,
      runId,
    });
    expect((await allOf(replay(engine, runId))).at(-1)).toMatchObject({
      type: 'done',
      data: { stopReason: 'aborted' },
    });
    expect(await pendingIn(session.id)).toEqual({ pending: false });
    expect(await refusal(reply(session.id, 'red', asked.promptId))).toMatchObject({ status: 410 });
    await allOf(startRun(engine, session.id, 'go on'));
    expect(faultsIn(model.requests.at(-1)?.messages ?? [])).toEqual([]);
  });

  verifies(
    ['prompts.abort', 'prompts.restart'],
    'is ended by a shutdown; its prompt has expired',
    async () => {
      const dataDir = temporaryDir();
      const { session, asked, runId } = await waiting(undefined, { dataDir });
      await engine.stop();
      expectSoundDatabase(`${dataDir}/history.db`);
      engine = await startTestEngine({ dataDir, model });
      expect((await allOf(replay(engine, runId))).at(-1)).toMatchObject({ data: { code: 'interrupted' } });
      expect(await pendingIn(session.id)).toEqual({ pending: false });
      expect(await refusal(reply(session.id, 'red', asked.promptId))).toMatchObject({ status: 410 });
    },
  );
});

/** The id of the last run in the only thread. */
async function lastRun(): Promise<string> {
  const { threads } = await engine.client['threads.list']();
  const { messages } = await engine.client['threads.messages']({
    params: { id: threads[0]?.threadId ?? '' },
  });
  return messages.at(-1)?.runId ?? '';
}
