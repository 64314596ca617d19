// Submissions whose answer never came: the engine or the connection died.
import { expect, test } from '@jest/globals';
import { batchLimits } from '../../../../src/core/execution/batches/limits.ts';
import { afterDeath, batchesOver, type BatchCore } from '../../../harness/batches.ts';
import { verifies } from '../../../spec/verifies.ts';
import { refusing } from '../../../harness/journals.ts';

const { firstLookMs, longestPauseMs, afterStartMs } = batchLimits;

/** Submits a batch that does not arrive, and kills the engine while it waits for the answer. */
async function killedWhileSubmitting(core: BatchCore): Promise<BatchCore> {
  const { provider, submit } = core;
  const reached = Promise.withResolvers<void>();
  provider!.arriving = () => {
    reached.resolve();
    return new Promise(() => undefined);
  };
  void submit(['one', 'two']);
  await reached.promise;
  return await afterDeath(core);
}

const onlyBatch = async ({ history }: BatchCore): Promise<string> => {
  const [batch] = await history.batches.unfinished();
  return batch?.batchId ?? '';
};

verifies(
  'batches.intention',
  'a batch whose submission had no answer is found by the names of its requests, and not submitted again',
  async () => {
    const core = batchesOver();
    core.provider!.mode = 'lost';
    const { batch } = await core.submit(['one', 'two']);
    const next = await afterDeath(core);
    await next.clock.advance(afterStartMs);
    expect(await next.shown(batch.batchId)).toMatchObject({
      state: 'submitting',
      counts: { processing: 2 },
      problem: { code: 'submission_unknown', retryable: true },
    });
    next.provider!.end();
    await next.clock.advance(longestPauseMs);
    expect(await next.shown(batch.batchId)).toMatchObject({
      state: 'ended',
      results: [{ text: 'answer 0' }, { text: 'answer 1' }],
    });
    expect(next.provider!.submissions).toBe(1);
    expect(await next.sideCalls()).toMatchObject([{ calls: 2, costUsd: 2 }]);
  },
);

verifies('batches.intention', 'a batch of the same size that is not ours is not taken for ours', async () => {
  const core = batchesOver();
  const { provider } = core;
  const request = { system: '', messages: [], tools: [] };
  provider!.take([
    { name: 'theirs-0', request },
    { name: 'theirs-1', request },
  ]);
  provider!.end();
  provider!.mode = 'lost';
  const { batch } = await core.submit(['one', 'two']);
  provider!.end(1);
  await core.clock.advance(firstLookMs);
  expect(await core.shown(batch.batchId)).toMatchObject({
    state: 'ended',
    results: [{ text: 'answer 0' }, { text: 'answer 1' }],
  });
  expect((await core.history.batches.get(batch.batchId))?.provider?.batchId).toBe('msgbatch_2');
});

verifies(
  'batches.intention',
  'a batch that did not reach the provider is told so, costs nothing, and is not submitted again',
  async () => {
    const core = batchesOver();
    const next = await killedWhileSubmitting(core);
    const id = await onlyBatch(next);
    await next.clock.advance(afterStartMs);
    expect((await next.shown(id)).state).toBe('submitting');
    await next.clock.advance(longestPauseMs);
    expect(await next.shown(id)).toMatchObject({
      state: 'failed',
      counts: { errored: 2 },
      results: [{ error: { code: 'not_submitted' } }, { error: { code: 'not_submitted' } }],
    });
    expect(next.provider!.submissions).toBe(1);
    expect(await next.sideCalls()).toEqual([]);
  },
);

test('another batch of this engine of the same size is not waited for', async () => {
  const core = batchesOver();
  const { provider, clock } = core;
  await core.submit(['one', 'two']);
  provider!.mode = 'dropped';
  const { batch } = await core.submit(['three', 'four']);
  await clock.advance(firstLookMs + longestPauseMs);
  expect((await core.shown(batch.batchId)).state).toBe('failed');
  expect(provider!.fetches).toBe(0);
});

test('where the provider has no list, a lost submission counts at its worst case', async () => {
  const core = batchesOver();
  const { provider } = core;
  provider!.mode = 'dropped';
  provider!.isListed = false;
  const { batch } = await core.submit(['one', 'two']);
  await core.clock.advance(firstLookMs);
  expect(await core.shown(batch.batchId)).toMatchObject({
    state: 'failed',
    results: [{ error: { code: 'outcome_unknown' } }, { error: { code: 'outcome_unknown' } }],
  });
  expect(await core.sideCalls()).toMatchObject([{ costUsd: 200 }]);
});

test('an id that could not be stored is found again', async () => {
  let refuses = true;
  const core = batchesOver({
    journal: (inner) => ({
      commit: async (changes, durability) => {
        if (refuses && changes.some(({ change }) => change === 'batch.submitted'))
          throw new Error('no space');
        await inner.commit(changes, durability);
      },
    }),
  });
  const { batch } = await core.submit(['one']);
  core.provider!.end();
  await core.clock.advance(firstLookMs);
  expect((await core.shown(batch.batchId)).state).toBe('submitting');
  refuses = false;
  await core.clock.advance(longestPauseMs);
  expect((await core.shown(batch.batchId)).state).toBe('ended');
  expect(core.provider!.submissions).toBe(1);
});

test('a refused batch that could not be removed is not submitted again, and ends without a cost', async () => {
  const core = batchesOver({
    journal: refusing(
      (changes) => changes.some(({ change }) => change === 'batch.drop'),
      () => new Error('no space'),
    ),
  });
  core.provider!.mode = 'refuses';
  await expect(core.submit(['one'])).rejects.toThrow('no space');
  const id = await onlyBatch(core);
  await core.clock.advance(firstLookMs + longestPauseMs);
  expect(await core.shown(id)).toMatchObject({
    state: 'failed',
    results: [{ error: { code: 'not_submitted' } }],
  });
  expect(core.provider!.submissions).toBe(1);
  expect(await core.sideCalls()).toEqual([]);
});
