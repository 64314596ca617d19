import { expect } from '@jest/globals';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun } from './runs.ts';
import { ask } from './wire.ts';

const PRICE = { input: 1_000, output: 10_000, cacheRead: 0, cacheWrite: 0 };

verifies('runs.cost.unknown', 'its run, its day, its metric and its ceiling say so over HTTP', async () => {
  const model = new ScriptedModel([[text('ok')]], 'mine', { ...PRICE, isAssumed: true });
  const engine = await startTestEngine({ model });
  const session = await newSession(engine);
  const runId = (await startRun(engine, session.id, 'hello')).runId ?? '';
  const events = await allOf(engine.client['runs.events']({ params: { runId } }));
  const ends = events.flatMap((event) =>
    event.type === 'turn_end' || event.type === 'done' ? [event.data.priceKnown] : [],
  );
  expect(ends).toEqual([null, null]);
  expect(await engine.client['history.run']({ params: { id: runId } })).toMatchObject({
    costUsd: 0.2,
    priceKnown: null,
  });
  const { days } = await engine.client['history.dailyCost']({ query: {} });
  expect(days.at(-1)).toMatchObject({ costUsd: 0.2, priceKnown: null, models: [{ priceKnown: null }] });
  // Days of which nothing is unknown.
  expect(days[0]).toMatchObject({ costUsd: 0, priceKnown: true });
  const { body } = await ask(engine.port, { target: '/metrics' });
  expect(body).toMatch(/svc_cost_usd_total\{price="unknown"\} 0\.2/u);
  expect(body).toMatch(/svc_cost_usd_total\{price="known"\} 0\n/u);
  // The guess counts all the same.
  await engine.client['config.set']({ body: { max_cost_per_day_usd: 0.2 } });
  const next = await allOf(startRun(engine, (await newSession(engine)).id, 'hello again'));
  expect(next.at(-1)).toMatchObject({ type: 'done', data: { stopReason: 'budget' } });
});
