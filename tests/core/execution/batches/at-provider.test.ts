import { inText } from '../../../../src/core/kernel/says.ts';
import { OWNER_ID } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import { batchLimits } from '../../../../src/core/execution/batches/limits.ts';
import { runId } from '../../../../src/core/kernel/ids.ts';
import { noUsage } from '../../../../src/core/ports/model.ts';
import { BatchProvider } from '../../../doubles/batch-provider.ts';
import { afterDeath, batchesOver, DIME } from '../../../harness/batches.ts';
import { verifies } from '../../../spec/verifies.ts';

const { firstLookMs, longestPauseMs, afterStartMs } = batchLimits;

verifies(
  ['batches.intention', 'batches.results'],
  'a batch is on disk before it is submitted, and its results are kept when it has ended',
  async () => {
    const core = batchesOver();
    const { provider, history, clock } = core;
    const stored: unknown[] = [];
    provider!.arriving = async () => {
      stored.push(...(await history.batches.unfinished()).map(({ state }) => state));
    };
    const { batch } = await core.submit(['one', 'two', 'three']);
    expect(stored).toEqual(['submitting']);
    expect(await core.shown(batch.batchId)).toMatchObject({
      state: 'submitted',
      counts: { processing: 3, succeeded: 0 },
      results: [],
    });
    await clock.advance(firstLookMs);
    expect((await core.shown(batch.batchId)).state).toBe('submitted');
    provider!.end(0, [undefined as never, { kind: 'expired' }]);
    await clock.advance(2 * firstLookMs);
    expect(await core.shown(batch.batchId)).toMatchObject({
      state: 'ended',
      counts: { processing: 0, succeeded: 2, errored: 0, canceled: 0, expired: 1 },
      results: [
        { id: 'r0', status: 'succeeded', text: 'answer 0', error: null, costUsd: 1 },
        { id: 'r1', status: 'expired', text: null, error: { code: 'expired' }, costUsd: 0 },
        { id: 'r2', status: 'succeeded', text: 'answer 2', error: null, costUsd: 1 },
      ],
    });
    expect(clock.waiting).toBe(0);
  },
);

verifies(
  'batches.results',
  'a batch is polled after 30 s, then with pauses that double up to 5 minutes',
  async () => {
    const { submit, provider, clock } = batchesOver();
    await submit(['one']);
    const at: number[] = [];
    const startedAt = clock.monotonic();
    for (let seconds = 0; seconds < 30 * 60; seconds++) {
      const { looks } = provider!;
      await clock.advance(1_000);
      if (provider!.looks > looks) at.push((clock.monotonic() - startedAt) / 1_000);
    }
    expect(at).toEqual([30, 90, 210, 450, 750, 1050, 1350, 1650]);
    expect(longestPauseMs).toBe(300_000);
  },
);

verifies('batches.results', 'the results of a batch are fetched after a restart, and once', async () => {
  const first = batchesOver();
  const { batch } = await first.submit(['one', 'two']);
  first.provider!.end();
  const next = await afterDeath(first);
  expect((await next.shown(batch.batchId)).state).toBe('submitted');
  await next.clock.advance(afterStartMs);
  expect(await next.shown(batch.batchId)).toMatchObject({ state: 'ended', counts: { succeeded: 2 } });
  expect(next.provider).toMatchObject({ submissions: 1, fetches: 1 });
  expect(await next.sideCalls()).toEqual([{ purpose: 'batch', calls: 2, failures: 0, costUsd: 2 }]);
});

test('results whose fetch breaks are fetched again, and none is stored or booked twice', async () => {
  const core = batchesOver();
  const { provider, clock } = core;
  const { batch } = await core.submit(['one', 'two', 'three', 'four']);
  provider!.end();
  provider!.breaksAfter = 3;
  await clock.advance(firstLookMs);
  expect(await core.shown(batch.batchId)).toMatchObject({
    state: 'submitted',
    counts: { processing: 1, succeeded: 3 },
    problem: { error: 'scripted outage' },
    results: [],
  });
  provider!.breaksAfter = Infinity;
  const next = await afterDeath(core);
  await next.clock.advance(afterStartMs);
  expect(await next.shown(batch.batchId)).toMatchObject({ state: 'ended', problem: null });
  expect(await next.sideCalls()).toEqual([{ purpose: 'batch', calls: 4, failures: 0, costUsd: 4 }]);
});

test('a batch at an address that is not configured waits until it is', async () => {
  const core = batchesOver();
  const { provider, clock } = core;
  const { batch } = await core.submit(['one']);
  provider!.end();
  const { address } = provider!;
  provider!.address = 'https://other.example';
  await clock.advance(firstLookMs);
  expect(await core.shown(batch.batchId)).toMatchObject({ problem: { code: 'provider_changed' } });
  expect(provider).toMatchObject({ looks: 0, fetches: 0 });
  provider!.address = address;
  await clock.advance(longestPauseMs);
  expect((await core.shown(batch.batchId)).state).toBe('ended');
});

verifies(
  'batches.cost',
  'a batch that the provider does not know is given up after two days, at its worst case',
  async () => {
    const core = batchesOver();
    const { provider, clock } = core;
    const { batch } = await core.submit(['one', 'two']);
    provider!.taken.length = 0;
    await clock.advance(batchLimits.missingMs - longestPauseMs);
    expect(await core.shown(batch.batchId)).toMatchObject({
      state: 'submitted',
      problem: { code: 'provider_error' },
    });
    await clock.advance(2 * longestPauseMs);
    expect(await core.shown(batch.batchId)).toMatchObject({
      state: 'failed',
      counts: { errored: 2 },
      results: [{ error: { code: 'outcome_unknown' } }, { error: { code: 'outcome_unknown' } }],
    });
    // Two answers of a thousand tokens.
    expect(await core.sideCalls()).toMatchObject([{ calls: 1, failures: 1, costUsd: 200 }]);
  },
);

test('a request that the results leave out has an unknown outcome and counts at its worst case', async () => {
  const core = batchesOver();
  const { batch } = await core.submit(['one', 'two']);
  core.provider!.end(0, [null]);
  await core.clock.advance(firstLookMs);
  expect(await core.shown(batch.batchId)).toMatchObject({
    state: 'ended',
    counts: { succeeded: 1, errored: 1 },
    results: [
      { id: 'r0', error: { code: 'outcome_unknown' } },
      { id: 'r1', text: 'answer 1' },
    ],
  });
  expect(await core.sideCalls()).toMatchObject([{ calls: 2, failures: 1, costUsd: 101 }]);
});

verifies('batches.results', 'only a whole answer succeeds', async () => {
  const core = batchesOver();
  const { batch } = await core.submit(['one', 'two', 'three', 'four']);
  const spent = { usage: { inputTokens: 0, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 } };
  core.provider!.end(0, [
    { kind: 'answer', text: 'half an', stop: 'output_limit', spent },
    { kind: 'answer', text: '', stop: 'refused', spent },
    { kind: 'answer', text: ' ', stop: 'end_turn', spent },
    {
      kind: 'errored',
      failure: { code: 'provider_error', says: [inText('broken')], retryable: false },
      spent: { usage: noUsage },
    },
  ]);
  await core.clock.advance(firstLookMs);
  expect(await core.shown(batch.batchId)).toMatchObject({
    counts: { errored: 4 },
    results: [
      { text: 'half an', error: { code: 'output_limit' }, costUsd: 1 },
      { text: null, error: { code: 'refused' }, costUsd: 1 },
      { text: null, error: { code: 'empty_answer' }, costUsd: 1 },
      { text: null, error: { code: 'provider_error', error: 'broken' }, costUsd: 0 },
    ],
  });
});

test('what a provider refuses is told, costs nothing and leaves nothing', async () => {
  const core = batchesOver();
  core.provider!.mode = 'refuses';
  await expect(core.submit(['one'])).rejects.toMatchObject({
    code: 'provider_error',
    message: expect.stringContaining('scripted refusal'),
  });
  expect(await core.history.batches.unfinished()).toEqual([]);
  expect(core.clock.waiting).toBe(0);
  expect((await core.spending.reserve(OWNER_ID, runId('x'), 0, 0)).refused).toBeNull();
});

test('a server without a batch interface has its requests run one by one', async () => {
  const core = batchesOver();
  core.provider!.mode = 'none';
  const { batch } = await core.submit(['one', 'two']);
  expect(batch.provider).toBeNull();
  await core.clock.advance(0);
  expect(await core.shown(batch.batchId)).toMatchObject({
    state: 'ended',
    results: [{ text: '(script ended)' }, { text: '(script ended)' }],
  });
  expect(core.model.requests).toHaveLength(2);
});

test('a stop ends the polling and leaves the batch with the provider', async () => {
  const core = batchesOver({ provider: new BatchProvider(DIME) });
  const { batch } = await core.submit(['one']);
  await core.batches.drain(1_000);
  expect(core.clock.waiting).toBe(0);
  await expect(core.submit(['two'])).rejects.toMatchObject({ code: 'draining' });
  expect((await core.shown(batch.batchId)).state).toBe('submitted');
});
