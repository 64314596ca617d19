import { OWNER_ID } from '../../../doubles/people.ts';
import { HOST_OF_OWNER } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import { batchLimits } from '../../../../src/core/execution/batches/limits.ts';
import { batchId, runId, personId } from '../../../../src/core/kernel/ids.ts';
import { BatchProvider } from '../../../doubles/batch-provider.ts';
import { afterDeath, batchesOver, DIME } from '../../../harness/batches.ts';
import { verifies } from '../../../spec/verifies.ts';

const of = (task: string, id = 'a', system?: string) => ({
  id,
  task,
  ...(system === undefined ? {} : { system }),
});

test.each([
  ['no request', [], 'batch_empty', {}],
  ['a blank task', [of(' \n')], 'batch_request_invalid', {}],
  ['a blank id', [of('one', ' ')], 'batch_request_invalid', {}],
  ['equal ids', [of('one'), of('two')], 'batch_ids_not_unique', { id: 'a' }],
  [
    'too many requests',
    Array.from({ length: 1_001 }, (_, index) => of('one', String(index))),
    'batch_too_large',
    { limit: 'requests', most: 1_000, given: 1_001 },
  ],
  ['a long id', [of('one', 'x'.repeat(201))], 'batch_too_large', { limit: 'idChars', most: 200 }],
  ['a long task', [of('x'.repeat(200_001))], 'batch_too_large', { limit: 'taskChars', most: 200_000 }],
  [
    'a long system prompt',
    [of('one', 'a', 'x'.repeat(100_001))],
    'batch_too_large',
    { limit: 'systemChars', most: 100_000 },
  ],
  [
    'too much text',
    Array.from({ length: 22 }, (_, index) => of('ü'.repeat(200_000), String(index))),
    'batch_too_large',
    { limit: 'textBytes', most: 8 * 1024 * 1024 },
  ],
] as const)('%s is refused, naming the limit', async (_what, requests, code, facts) => {
  const core = batchesOver();
  await expect(core.batches.submit(HOST_OF_OWNER, requests)).rejects.toMatchObject({
    code,
    facts: expect.objectContaining(facts),
  });
  expect(core.provider!.submissions).toBe(0);
});

test('the largest batch is taken', async () => {
  const core = batchesOver({ provider: new BatchProvider(DIME) });
  const { batch } = await core.submit(Array.from({ length: 1_000 }, (_, index) => `task ${index}`));
  core.provider!.end();
  await core.clock.advance(batchLimits.firstLookMs);
  const { counts, results } = await core.shown(batch.batchId);
  expect(counts.succeeded).toBe(1_000);
  expect(results.map(({ id }) => id)).toEqual(Array.from({ length: 1_000 }, (_, index) => `r${index}`));
});

verifies('batches.limits', 'at most 20 batches are unfinished, however many come at once', async () => {
  const core = batchesOver();
  const tried = await Promise.allSettled(Array.from({ length: 22 }, () => core.submit(['one'])));
  const refused = tried.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatchObject({ reason: { code: 'batches_full', facts: { limit: 20 } } });
  expect(core.provider!.submissions).toBe(20);
  core.provider!.end();
  await core.clock.advance(batchLimits.firstLookMs);
  await expect(core.submit(['one'])).resolves.toBeDefined();
});

verifies(
  'batches.principals',
  'a batch of another principal or person is answered like an unknown one',
  async () => {
    const core = batchesOver();
    const { batch } = await core.submit(['one'], 'stdio');
    const unknown = { code: 'batch_not_found', says: [{ code: 'batches.batch_not_found' }], facts: {} };
    await expect(core.shown(batch.batchId, 'http')).rejects.toMatchObject(unknown);
    for (const other of [
      { ...HOST_OF_OWNER, principal: 'http' },
      { ...HOST_OF_OWNER, person: personId('ann') },
    ]) {
      await expect(core.batches.get(batch.batchId, other)).rejects.toMatchObject(unknown);
      await expect(core.batches.results(batch.batchId, other, null)).rejects.toMatchObject(unknown);
    }
    await expect(core.batches.get(batchId('nothing'), HOST_OF_OWNER)).rejects.toMatchObject(unknown);
    await expect(core.shown(batch.batchId, 'stdio')).resolves.toBeDefined();
  },
);

verifies(
  'batches.secrets',
  'secrets are masked before anything is stored or sent, and in results',
  async () => {
    const core = batchesOver();
    const secret = 'gh0-secret-value-123456';
    core.knownSecrets.learn([secret], 'always');
    const { batch } = await core.batches.submit(HOST_OF_OWNER, [of(`use ${secret}`, 'a', `and ${secret}`)]);
    const [taken] = core.provider!.taken;
    expect(JSON.stringify(taken?.requests)).toContain('use ');
    expect(JSON.stringify(taken?.requests)).not.toContain(secret);
    const spent = { usage: { inputTokens: 0, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 } };
    core.provider!.end(0, [{ kind: 'answer', text: `it is ${secret}`, stop: 'end_turn', spent }]);
    await core.clock.advance(batchLimits.firstLookMs);
    const { results } = await core.shown(batch.batchId);
    expect(results[0]?.text).toMatch(/^it is /u);
    expect(results[0]?.text).not.toContain(secret);
  },
);

verifies('batches.cost', 'the worst case of a batch is reserved until its cost is known', async () => {
  // An answer has a thousand tokens at most, of a dime each.
  const limits = { run: 1_000, day: 350, month: 1_000 };
  const core = batchesOver({ limits });
  const { batch } = await core.submit(['one', 'two', 'three']);
  await expect(core.submit(['four'])).rejects.toMatchObject({
    code: 'batch_too_expensive',
    facts: { ceiling: 'day', spentUsd: 300, limitUsd: 350, worstUsd: 100 },
  });
  expect(core.provider!.submissions).toBe(1);
  const other = runId('other');
  expect((await core.spending.reserve(OWNER_ID, other, 0, 60)).refused).toMatchObject({ ceiling: 'day' });

  const next = await afterDeath(core, { limits });
  expect((await next.spending.reserve(OWNER_ID, other, 0, 60)).refused).toMatchObject({ spentUsd: 300 });
  next.provider!.end();
  await next.clock.advance(batchLimits.afterStartMs);
  expect((await next.shown(batch.batchId)).state).toBe('ended');
  // Three answers of ten tokens.
  expect((await next.spending.reserve(OWNER_ID, other, 0, 348)).refused).toMatchObject({ spentUsd: 3 });
  expect((await next.spending.reserve(OWNER_ID, other, 0, 347)).refused).toBeNull();
});

verifies('batches.cost', 'each request counts for the ceiling of one run', async () => {
  const core = batchesOver({ limits: { run: 99, day: 1_000, month: 1_000 } });
  await expect(core.submit(['one'])).rejects.toMatchObject({
    code: 'batch_too_expensive',
    facts: { ceiling: 'run', limitUsd: 99, worstUsd: 100 },
  });
  const roomy = batchesOver({ limits: { run: 100, day: 1_000, month: 1_000 } });
  await expect(roomy.submit(['one', 'two', 'three'])).resolves.toBeDefined();
});
