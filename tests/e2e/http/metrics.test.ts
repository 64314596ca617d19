import { expect } from '@jest/globals';
import { fail, hangUntilAbort, ScriptedModel, text, toolCalls } from '../../doubles/scripted-model.ts';
import { parseExposition } from '../../harness/exposition.ts';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem, expectRefusal } from './problems.ts';
import { allOf, newSession, startRun } from './runs.ts';
import { ask, until } from './wire.ts';

let engine: TestEngine;

async function scraped(headers: readonly (readonly [string, string])[] = []) {
  const reply = await ask(engine.port, { target: '/metrics', headers });
  expect(reply.status).toBe(200);
  expect(reply.header('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(reply.header('content-disposition')).toBeNull();
  return parseExposition(reply.body);
}

verifies(
  ['metrics.prometheus', 'metrics.json'],
  'both forms report the runs, with the same values',
  async () => {
    const model = 'a "model" \\ of\u{1F600}';
    engine = await startTestEngine({
      model: new ScriptedModel(
        [
          [
            toolCalls(
              { name: 'write_file', input: { path: 'a', content: 'b' } },
              { name: 'none', input: {} },
            ),
          ],
          [text('done')],
          [fail('provider_error')],
          [text('working'), hangUntilAbort()],
        ],
        model,
        { input: 1_000, output: 0, cacheRead: 0, cacheWrite: 0 },
      ),
    });
    const before = await scraped();
    expect(before.get('svc_runs_total')?.samples.map(({ value }) => value)).toEqual([0, 0, 0, 0]);
    expect(before.has('svc_model_calls_total')).toBe(false);
    const session = await newSession(engine);
    await allOf(startRun(engine, session.id, 'one'));
    await allOf(startRun(engine, session.id, 'two'));
    const live = await startRun(engine, session.id, 'three');
    const reading = live.events[Symbol.asyncIterator]();
    await reading.next();
    const metrics = await scraped();
    const valuesOf = (name: string) =>
      Object.fromEntries(
        metrics.get(name)?.samples.map(({ labels, value }) => [Object.values(labels).join(), value]) ?? [],
      );
    expect(valuesOf('svc_runs_started_total')).toEqual({ '': 3 });
    expect(valuesOf('svc_runs_total')).toEqual({ completed: 1, failed: 1, aborted: 0, interrupted: 0 });
    expect(valuesOf('svc_runs_active')).toEqual({ '': 1 });
    expect(valuesOf('svc_open_streams')).toEqual({ '': 1 });
    expect(valuesOf('svc_model_calls_total')).toEqual({ [model]: 4 });
    expect(valuesOf('svc_tool_calls_total')).toEqual({ succeeded: 1, failed: 1 });
    expect(valuesOf('svc_tokens_total')).toMatchObject({ output: 30 });
    const cost = Object.values(valuesOf('svc_cost_usd_total')).reduce((sum, usd) => sum + usd, 0);
    expect(cost).toBeGreaterThan(0.19);
    expect(metrics.get('svc_run_duration_seconds')?.type).toBe('histogram');
    expect(metrics.get('svc_run_duration_seconds')?.samples.at(-1)).toMatchObject({ value: 2 });
    expect(valuesOf('svc_resident_memory_bytes')[''] ?? 0).toBeGreaterThan(1e6);
    expect(valuesOf('svc_build_info')).toEqual({ [engine.engine.services.engine.version]: 1 });

    const { metrics: list } = await engine.client['metrics.get']();
    const names = list.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(list).toContainEqual({
      name: 'svc_runs_total{status="failed"}',
      value: 1,
      samples: 1,
      window: 'process',
    });
    expect(list).toContainEqual({ name: 'svc_open_streams', value: 1, samples: 1, window: 'now' });
    expect(list.find(({ name }) => name === 'svc_run_duration_seconds')?.samples).toBe(2);

    await reading.return?.(undefined);
    await until('the stream is closed', async () => {
      const { samples = [] } = (await scraped()).get('svc_open_streams') ?? {};
      return samples[0]?.value === 0;
    });
    await engine.client['runs.abort']({ params: { id: session.id } });
    await allOf(engine.client['runs.events']({ params: { runId: live.runId ?? '' } }));
    expect(
      (await scraped()).get('svc_event_loop_delay_seconds')?.samples.map(({ labels }) => labels['stat']),
    ).toEqual(['p50', 'p99', 'max']);
  },
);

verifies('metrics.prometheus', 'requires the token whenever the API does', async () => {
  engine = await startTestEngine({ model: new ScriptedModel(), surface: { token: () => 'the-token' } });
  for (const target of ['/metrics', '/api/metrics'])
    await expectRefusal(engine.port, { target }, 401, 'unauthenticated');
  expect((await scraped([['Authorization', 'Bearer the-token']])).size).toBeGreaterThan(10);
  const evil = await ask(engine.port, { target: '/metrics', hosts: ['evil.test'] });
  expectProblem(evil, 403, 'host_not_allowed');
});
