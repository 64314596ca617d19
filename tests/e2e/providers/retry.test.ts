import { expect } from '@jest/globals';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { answers, startFakeProvider, streams } from '../../servers/fake-provider.ts';
import * as chat from '../../servers/chat-completions.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun, stepsOf, textIn, upTo } from '../http/runs.ts';

const SECRET = 'sk-compat-0123456789';

verifies(['models.retry', 'models.retry.event'], 'a busy provider is retried, with an event', async () => {
  const server = await startFakeProvider(
    answers(529, { error: { message: `overloaded, your key is ${SECRET}` } }),
    answers(429, 'later', { 'retry-after': '30' }),
    streams(...chat.textAnswer('here')),
  );
  const clock = new ManualClock();
  const env = chat.compatEnv(server, { COMPAT_API_KEY: SECRET });
  const engine = await startTestEngine({ platform: { clock }, env });
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
});
