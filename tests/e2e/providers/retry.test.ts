import { expect } from '@jest/globals';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import {
  answers,
  startFakeProvider,
  streams,
  type FakeProvider,
  type Reply,
} from '../../servers/fake-provider.ts';
import * as chat from '../../servers/chat-completions.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun, stepsOf, textIn, typesOf, upTo } from '../http/runs.ts';

let engine: TestEngine;
let server: FakeProvider;

const SECRET = 'sk-compat-0123456789';

async function started(...replies: readonly Reply[]): Promise<ManualClock> {
  server = await startFakeProvider(...replies);
  const clock = new ManualClock();
  engine = await startTestEngine({
    platform: { clock },
    env: {
      SVC_LLM_PROVIDER: 'compat',
      PRIMARY_BASE_URL: `${server.url}/v1`,
      COMPAT_MODEL_ID: 'm',
      COMPAT_API_KEY: SECRET,
    },
  });
  return clock;
}

verifies(
  ['models.retry', 'models.retry.event'],
  'a busy provider is retried, and the client gets an event while it waits',
  async () => {
    const busy = answers(529, { error: { message: `overloaded, your key is ${SECRET}` } });
    const clock = await started(
      busy,
      answers(429, 'later', { 'retry-after': '30' }),
      streams(...chat.textAnswer('here')),
    );
    const session = await newSession(engine);
    const stream = await startRun(engine, session.id, 'hello');
    const first = await upTo('retry', stream);
    expect(first.at(-1)?.data).toMatchObject({
      attempt: 1,
      maxAttempts: 4,
      delayMs: 2_000,
      code: 'provider_error',
    });

    const rest = allOf(engine.client['runs.events']({ params: { runId: stream.runId ?? '' } }));
    await clock.advance(2_000);
    await server.reached(2);
    while ((await engine.client['engine.status']({})).activeRuns > 0) await clock.advance(1_000);
    const events = await rest;
    expect(stepsOf(events)).toEqual(['retry', 'retry', 'text', 'turn_end', 'done']);
    expect(events[1]?.data).toMatchObject({ attempt: 2, delayMs: 30_000 });
    expect(textIn(events)).toBe('here');
    expect(JSON.stringify(events)).not.toContain(SECRET);
  },
);

verifies('models.retry.never', 'a refused request is reported at once, without the key', async () => {
  await started(answers(400, { error: { message: `bad request of ${SECRET}` } }));
  const session = await newSession(engine);
  const events = await allOf(startRun(engine, session.id, 'hello'));
  expect(typesOf(events)).toEqual(['error']);
  expect(events[0]?.data).toMatchObject({ code: 'provider_error', retryable: false });
  expect(JSON.stringify(events)).not.toContain(SECRET);
  expect(server.arrived).toHaveLength(1);
});
