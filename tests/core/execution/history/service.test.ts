import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { afterEach, expect, test } from '@jest/globals';
import type { HistoryDatabase } from '../../../../src/adapters/out/sqlite/history/open.ts';
import { HistoryService } from '../../../../src/core/execution/history/service.ts';
import { runId } from '../../../../src/core/kernel/ids.ts';
import type { Usage } from '../../../../src/core/ports/model.ts';
import type { Run } from '../../../../src/core/execution/runs/model.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { aRun, aSideCall, aSession, aThread, aToolCall, endOf } from '../../../ports/history-builders.ts';
import { verifies } from '../../../spec/verifies.ts';
import { freshHistory } from '../../../harness/fresh-databases.ts';

let database: HistoryDatabase;
afterEach(() => database.close());

const SECRET = 'a-known-secret';

async function historyAt(now: string) {
  database = freshHistory();
  const { journal, history, runs } = database;
  const clock = new ManualClock(Date.parse(now));
  const knownSecrets = { learn: () => undefined, valuesFor: () => [SECRET] };
  const service = new HistoryService({ history, runs, knownSecrets, clock });
  const thread = aThread();
  const session = aSession(thread.threadId);
  await journal.commit([
    { change: 'thread.create', thread },
    { change: 'session.create', session },
  ]);
  const ran = async (at: string, given: Partial<Run> = {}, isOver = true): Promise<Run> => {
    const { costUsd = 0, durationMs = 0, status = 'completed', error = null } = given;
    const usage = {
      inputTokens: 0,
      outputTokens: 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      ...given.usage,
    };
    const { usage: _usage, costUsd: _cost, durationMs: _duration, ...rest } = given;
    const run = aRun(session, { ...rest, status: 'running', error: null, createdAt: Date.parse(at) });
    const totals = { usage, costUsd, priceKnown: true, durationMs };
    await journal.commit([
      { change: 'run.start', run, idempotencyKey: null, bootId: null },
      ...(isOver && status !== 'running' ? [endOf(run.runId, { status, totals, error })] : []),
    ]);
    return run;
  };
  return { service, ran, journal };
}

const tokens = (
  inputTokens: number,
  outputTokens: number,
  cacheReadTokens = 0,
  cacheWriteTokens = 0,
): Usage => ({
  inputTokens,
  outputTokens,
  cacheReadTokens,
  cacheWriteTokens,
});

verifies('history.stats', 'sums up the last days, in total and by each of four dimensions', async () => {
  const { service, ran, journal } = await historyAt('2026-03-29T12:00:00Z');
  await ran('2026-03-27T22:59:59.999Z', { costUsd: 100 });
  const first = await ran('2026-03-27T23:00:00Z', {
    costUsd: 1,
    usage: tokens(10, 5, 30, 60),
    durationMs: 100,
  });
  await ran('2026-03-29T11:00:00Z', {
    costUsd: 2,
    model: 'm',
    provider: 'p',
    durationMs: 300,
    status: 'failed',
  });
  await ran('2026-03-29T11:30:00Z', { model: 'm', provider: 'p' }, false);
  const call = aToolCall(first.runId, { name: 'read', startedAt: first.createdAt });
  await journal.commit([
    { change: 'tool-call.start', call },
    {
      change: 'tool-call.end',
      runId: call.runId,
      toolCallId: call.toolCallId,
      output: '',
      success: false,
      durationMs: 1,
    },
  ]);
  const stats = await service.statistics(EVERYONE, { days: 2, timeZone: 'Europe/Berlin' });
  const usage = tokens(10, 5, 30, 60);
  const none = tokens(0, 0);
  expect(stats).toEqual({
    days: 2,
    timeZone: 'Europe/Berlin',
    from: Date.parse('2026-03-27T23:00:00Z'),
    to: Date.parse('2026-03-29T12:00:00Z'),
    total: { runs: 3, costUsd: 3, usage },
    cacheShare: 0.3,
    average: { costUsd: 1.5, durationMs: 200, waitMs: 0, inputTokens: 5, outputTokens: 2.5 },
    byModel: [
      { key: 'm', runs: 2, costUsd: 2, usage: none },
      { key: 'scripted', runs: 1, costUsd: 1, usage },
    ],
    byProvider: [
      { key: 'p', runs: 2, costUsd: 2, usage: none },
      { key: 'scripted', runs: 1, costUsd: 1, usage },
    ],
    byStatus: [
      { key: 'failed', runs: 1, costUsd: 2, usage: none },
      { key: 'completed', runs: 1, costUsd: 1, usage },
      { key: 'running', runs: 1, costUsd: 0, usage: none },
    ],
    byTool: [{ name: 'read', calls: 1, failures: 1 }],
    sideCalls: [],
  });
});

verifies(
  ['history.stats', 'history.cost-daily', 'runs.side-calls'],
  'side calls count separately, and in the cost of a day',
  async () => {
    const { service, ran, journal } = await historyAt('2026-03-29T12:00:00Z');
    const { threadId, runId } = await ran('2026-03-29T10:00:00Z', { costUsd: 1, model: 'm' });
    const about = { threadId, runId, createdAt: Date.parse('2026-03-29T10:01:00Z') };
    await journal.commit(
      [
        aSideCall({ ...about, costUsd: 2, model: 'm' }),
        aSideCall({ ...about, costUsd: 4, model: 'other', outcome: 'failed' }),
        aSideCall({ ...about, costUsd: 8, purpose: 'compaction' }),
        aSideCall({ ...about, costUsd: 32, model: 'm', purpose: 'subagent' }),
        aSideCall({ ...about, costUsd: 16, createdAt: Date.parse('2026-03-28T10:00:00Z') }),
      ].map((call) => ({ change: 'side-call.end', call })),
    );
    const asked = { days: 1, timeZone: 'UTC' };
    expect(await service.statistics(EVERYONE, asked)).toMatchObject({
      total: { runs: 1, costUsd: 1 },
      sideCalls: [
        { purpose: 'compaction', calls: 1, failures: 0, costUsd: 8 },
        { purpose: 'extraction', calls: 2, failures: 1, costUsd: 6 },
        { purpose: 'subagent', calls: 1, failures: 0, costUsd: 32 },
      ],
    });
    expect(await service.dailyCost(EVERYONE, asked)).toMatchObject([
      {
        runs: 1,
        costUsd: 47,
        sideCostUsd: 14,
        models: [
          { model: 'm', runs: 1, costUsd: 35, sideCostUsd: 2 },
          { model: 'scripted', runs: 0, costUsd: 8, sideCostUsd: 8 },
          { model: 'other', runs: 0, costUsd: 4, sideCostUsd: 4 },
        ],
      },
    ]);
  },
);

test('without runs there is no average and no share', async () => {
  const { service, ran } = await historyAt('2026-03-29T12:00:00Z');
  const asked = { days: 1, timeZone: 'UTC' };
  expect(await service.statistics(EVERYONE, asked)).toMatchObject({
    average: null,
    cacheShare: null,
    byModel: [],
  });
  await ran('2026-03-29T11:00:00Z', {}, false);
  expect(await service.statistics(EVERYONE, asked)).toMatchObject({ total: { runs: 1 }, average: null });
});

verifies(
  ['history.cost-daily', 'history.time-zones'],
  "every run counts on the day of its owner's time zone, and days without runs appear",
  async () => {
    const instants = [
      '2026-03-28T18:29:59.999Z',
      '2026-03-28T18:30:00Z',
      '2026-03-28T22:59:59.999Z',
      '2026-03-28T23:00:00Z',
      '2026-03-29T21:59:59.999Z',
      '2026-03-29T22:00:00Z',
      '2026-03-30T02:29:59Z',
      '2026-03-30T02:30:00Z',
    ];
    const { service, ran } = await historyAt('2026-03-30T12:00:00Z');
    for (const [index, at] of instants.entries())
      await ran(at, { costUsd: 2 ** index, model: index % 2 === 0 ? 'even' : 'odd' });
    const costs = async (timeZone: string) =>
      (await service.dailyCost(EVERYONE, { days: 4, timeZone })).map(({ day, runs, costUsd }) => [
        day.slice(5),
        runs,
        costUsd,
      ]);
    const table = {
      UTC: [
        ['03-27', 0, 0],
        ['03-28', 4, 15],
        ['03-29', 2, 48],
        ['03-30', 2, 192],
      ],
      'Europe/Berlin': [
        ['03-27', 0, 0],
        ['03-28', 3, 7],
        ['03-29', 2, 24],
        ['03-30', 3, 224],
      ],
      'Asia/Kolkata': [
        ['03-27', 0, 0],
        ['03-28', 1, 1],
        ['03-29', 3, 14],
        ['03-30', 4, 240],
      ],
      'America/St_Johns': [
        ['03-27', 0, 0],
        ['03-28', 4, 15],
        ['03-29', 3, 112],
        ['03-30', 1, 128],
      ],
    };
    for (const [timeZone, days] of Object.entries(table))
      expect([timeZone, await costs(timeZone)]).toEqual([timeZone, days]);
    const [, , , today] = await service.dailyCost(EVERYONE, { days: 4, timeZone: 'UTC' });
    expect(today?.models).toEqual([
      { model: 'odd', runs: 1, costUsd: 128, sideCostUsd: 0, usage: tokens(0, 0), priceKnown: true },
      { model: 'even', runs: 1, costUsd: 64, sideCostUsd: 0, usage: tokens(0, 0), priceKnown: true },
    ]);
    expect(await service.dailyCost(EVERYONE, { days: 3_650, timeZone: 'Europe/Berlin' })).toHaveLength(3_650);
  },
);

verifies('history.time-zones', 'an unknown zone is refused', async () => {
  const { service } = await historyAt('2026-03-30T12:00:00Z');
  for (const timeZone of ['', 'Nowhere/Else', '+01:00']) {
    await expect(service.statistics(EVERYONE, { days: 1, timeZone })).rejects.toMatchObject({
      code: 'time_zone_unknown',
    });
    await expect(service.dailyCost(EVERYONE, { days: 1, timeZone })).rejects.toMatchObject({
      code: 'time_zone_unknown',
    });
  }
});

verifies('history.masked', 'the task and the failure of a run are masked', async () => {
  const { service, ran } = await historyAt('2026-03-30T12:00:00Z');
  const error = { code: 'provider_error', error: `refused ${SECRET}`, retryable: false };
  const run = await ran('2026-03-30T11:00:00Z', { task: `use ${SECRET} here`, status: 'failed', error });
  const clean = { task: 'use [redacted] here', error: { ...error, error: 'refused [redacted]' } };
  expect(await service.run(EVERYONE, run.runId)).toMatchObject(clean);
  const { items } = await service.runs(EVERYONE, { filter: { text: SECRET }, after: null, limit: 1 });
  expect(items).toMatchObject([clean]);
});

verifies(['history.run', 'history.tool-calls'], 'an unknown run is refused', async () => {
  const { service } = await historyAt('2026-03-30T12:00:00Z');
  const none = runId('none');
  await expect(service.run(EVERYONE, none)).rejects.toMatchObject({ code: 'run_not_found' });
  await expect(service.toolCalls(EVERYONE, none, { after: null, limit: 1 })).rejects.toMatchObject({
    code: 'run_not_found',
  });
});
