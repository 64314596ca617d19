import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { expect, test } from '@jest/globals';
import { OneJournal } from '../../../../src/adapters/out/sqlite/one-journal.ts';
import type { Change } from '../../../../src/core/features.ts';
import { WriteGate } from '../../../../src/core/kernel/write-gate.ts';
import { meteredModels, RunMeters } from '../../../../src/core/execution/metrics/run-meters.ts';
import { MetricsService } from '../../../../src/core/execution/metrics/service.ts';
import type { Metric } from '../../../../src/core/execution/metrics/model.ts';
import type { RunWrite } from '../../../../src/core/execution/runs/store.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { ScriptedModel, text } from '../../../doubles/scripted-model.ts';
import {
  aRun,
  aSideCall,
  aSession,
  aThread,
  aToolCall,
  endOf,
  NOON,
} from '../../../ports/history-builders.ts';
import { verifies } from '../../../spec/verifies.ts';

const run = aRun(aSession(aThread().threadId));
const usage = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 };
const { toolCallId } = aToolCall(run.runId);
const changes: readonly RunWrite[] = [
  { change: 'run.start', run, idempotencyKey: null, bootId: null },
  {
    change: 'run.event',
    runId: run.runId,
    at: NOON,
    event: { id: 1, type: 'retry', data: { attempt: 1, maxAttempts: 3, delayMs: 1, code: 'x', reason: 'x' } },
  },
  { change: 'tool-call.end', runId: run.runId, toolCallId, output: '', success: true, durationMs: 1 },
  { change: 'tool-call.end', runId: run.runId, toolCallId, output: '', success: false, durationMs: 1 },
  endOf(run.runId, { totals: { usage, costUsd: 0.5, priceKnown: true, durationMs: 1_000 } }),
  {
    change: 'side-call.end',
    call: aSideCall({ purpose: 'compaction', outcome: 'failed', costUsd: 0.125, usage }),
  },
  endOf(run.runId, {
    status: 'interrupted',
    totals: { usage, costUsd: 0.25, priceKnown: true, durationMs: 9_000_000 },
  }),
];

const valuesOf = (metrics: readonly Metric[]) =>
  Object.fromEntries(
    metrics.map((metric) => [
      metric.name,
      metric.kind === 'histogram'
        ? [metric.count, metric.sum, ...metric.buckets.map(({ count }) => count)]
        : metric.series.map(({ labels, value }) => [...Object.values(labels), value]),
    ]),
  );

test('a metered model keeps every member, and each of its calls counts, also of its fast one', async () => {
  const fast = new ScriptedModel([], 'fast');
  const turns = [[text('a')], [text('b')]];
  const model = Object.assign(new ScriptedModel(turns), { searches: true, openFast: async () => fast });
  const meters = new RunMeters();
  const metered = await meteredModels({ open: async () => model }, meters).open(null, EVERYONE);
  const known = ['id', 'provider', 'contextWindow', 'outputLimit', 'price', 'searches'] as const;
  for (const name of known) expect([name, metered[name]]).toEqual([name, model[name]]);
  const request = { system: '', messages: [], tools: [] };
  const { signal } = new AbortController();
  for (let call = 0; call < 2; call++)
    for await (const { type } of metered.stream(request, signal)) expect(type).toMatch(/text|end/u);
  (await metered.openFast?.())?.stream(request, signal);
  expect(meters.modelCalls.series).toMatchObject([
    { labels: { model: model.id }, value: 2 },
    { labels: { model: 'fast' }, value: 1 },
  ]);
  expect(model.requests).toHaveLength(2);
});

verifies('metrics.json', 'a kept call is counted once, and one that is not kept is not counted', async () => {
  const meters = new RunMeters();
  const clock = new ManualClock();
  const vitals = {
    rssBytes: () => 7,
    loopDelay: () => null,
    streamOpened: () => () => undefined,
    openStreams: 3,
  };
  const service = new MetricsService({
    meters,
    vitals,
    clock,
    runs: { liveCount: 2 },
    server: null,
    version: '1.2',
  });
  const kept: Change[] = [];
  let isFull = true;
  const history = {
    commit: async (list: readonly Change[]) => {
      if (isFull) throw new Error('full');
      kept.push(...list);
    },
  };
  const unused = { commit: () => Promise.reject(new Error('no change is for this database')) };
  const journal = new OneJournal(
    { history, memory: unused, engine: unused, datastore: unused, vault: unused },
    new WriteGate(),
    (committed) => meters.committed(committed),
  );
  const before = valuesOf(service.metrics());
  await expect(journal.commit(changes)).rejects.toThrow('full');
  expect(valuesOf(service.metrics())).toEqual(before);
  isFull = false;
  await journal.commit(changes);
  await journal.commit([]);
  expect(kept).toEqual(changes);
  await clock.advance(2_500);
  expect(valuesOf(service.metrics())).toEqual({
    svc_runs_started_total: [[1]],
    svc_runs_total: [
      ['completed', 1],
      ['failed', 0],
      ['aborted', 0],
      ['interrupted', 1],
    ],
    svc_runs_active: [[2]],
    svc_run_duration_seconds: [2, 9_001, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    svc_model_calls_total: [],
    svc_model_retries_total: [[1]],
    svc_tokens_total: [
      ['input', 3],
      ['output', 6],
      ['cache_read', 9],
      ['cache_write', 12],
    ],
    svc_cost_usd_total: [
      ['known', 0.875],
      ['estimated', 0],
      ['unknown', 0],
    ],
    svc_side_calls_total: [
      'compaction',
      'extraction',
      'title',
      'subagent',
      'batch',
      'transcription',
      'speech',
      'aside',
    ].flatMap((purpose) => [
      [purpose, 'useful', 0],
      [purpose, 'empty', 0],
      [purpose, 'failed', purpose === 'compaction' ? 1 : 0],
    ]),
    svc_tool_calls_total: [
      ['succeeded', 1],
      ['failed', 1],
    ],
    svc_open_streams: [[3]],
    svc_event_loop_delay_seconds: [],
    svc_resident_memory_bytes: [[7]],
    svc_uptime_seconds: [[2.5]],
    svc_build_info: [['1.2', 1]],
  });
  const names = service.metrics().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
