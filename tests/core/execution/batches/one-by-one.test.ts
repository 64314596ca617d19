import { HOST_OF_OWNER } from '../../../doubles/people.ts';
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { OWNER_ID, BY_OWNER } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import { batchLimits } from '../../../../src/core/execution/batches/limits.ts';
import { refuse as refuseModel } from '../../../../src/core/instance/models/errors.ts';
import { fail, gate, hangUntilAbort, ScriptedModel, text } from '../../../doubles/scripted-model.ts';
import { afterDeath, batchesOver, DIME } from '../../../harness/batches.ts';
import { verifies } from '../../../spec/verifies.ts';

const { afterStartMs, firstLookMs, longestWaitMs, waitMs } = batchLimits;
const provider = null;

verifies(
  'batches.one-by-one',
  'where the provider has no batch interface, requests are run one by one, without tools',
  async () => {
    const hold = gate();
    const core = batchesOver({ provider, turns: [[hold.step, text('first')], [text('second')]] });
    const { batch } = await core.batches.submit(HOST_OF_OWNER, [
      { id: 'a', task: 'one', system: 'Answer in one word.' },
      { id: 'b', task: 'two' },
    ]);
    expect(batch.provider).toBeNull();
    await hold.reached;
    expect(core.model.requests).toHaveLength(1);
    expect(await core.shown(batch.batchId)).toMatchObject({
      state: 'working',
      counts: { processing: 2 },
      results: [],
    });
    hold.open();
    await core.clock.advance(0);
    expect(await core.shown(batch.batchId)).toMatchObject({
      state: 'ended',
      counts: { processing: 0, succeeded: 2 },
      results: [
        { id: 'a', text: 'first', costUsd: 1 },
        { id: 'b', text: 'second', costUsd: 1 },
      ],
    });
    expect(core.model.requests).toMatchObject([
      { system: 'Answer in one word.', tools: [], messages: [{ content: [{ text: 'one' }] }] },
      { system: expect.stringContaining('batch'), tools: [] },
    ]);
    expect(await core.sideCalls()).toEqual([{ purpose: 'batch', calls: 2, failures: 0, costUsd: 2 }]);
  },
);

verifies(
  'batches.one-by-one.restart',
  'after a restart the remaining requests are run, and the one that was cut off is told as unknown',
  async () => {
    const core = batchesOver({ provider, turns: [[text('first')], [hangUntilAbort()]] });
    const { batch } = await core.submit(['one', 'two', 'three']);
    await core.clock.advance(0);
    expect(core.model.requests).toHaveLength(2);
    const next = await afterDeath(core, { turns: [[text('third')]] });
    expect(next.model.requests).toHaveLength(0);
    await next.clock.advance(afterStartMs);
    expect(await next.shown(batch.batchId)).toMatchObject({
      state: 'ended',
      counts: { succeeded: 2, errored: 1 },
      results: [
        { text: 'first' },
        { status: 'errored', text: null, error: { code: 'outcome_unknown' } },
        { text: 'third' },
      ],
    });
    expect(next.model.requests).toMatchObject([{ messages: [{ content: [{ text: 'three' }] }] }]);
    // Two answers, and the worst case of the one that was cut off.
    expect(await next.sideCalls()).toMatchObject([{ calls: 3, failures: 1, costUsd: 1 + 100 + 1 }]);
  },
);

test('a stop ends the request that is run, and the others go on with the next start', async () => {
  const core = batchesOver({ provider, turns: [[text('half'), hangUntilAbort()]] });
  const { batch } = await core.submit(['one', 'two']);
  await core.clock.advance(0);
  await core.batches.drain(1_000);
  expect(core.clock.waiting).toBe(0);
  const next = await afterDeath(core, { turns: [[text('second')]] });
  await next.clock.advance(afterStartMs);
  expect(await next.shown(batch.batchId)).toMatchObject({
    results: [{ text: 'half', error: { code: 'interrupted' } }, { text: 'second' }],
  });
});

verifies('batches.one-by-one', 'a request waits for runs in progress, two minutes at most', async () => {
  const core = batchesOver({ provider, turns: [[hangUntilAbort()], [text('first')], [text('second')]] });
  const session = await core.sessions.create(OWNER_ID, null, null);
  const request = { task: 'long', profile: null, idempotencyKey: null, startedBy: BY_OWNER };
  const run = await core.runs.start(session.sessionId, request);
  await core.clock.advance(0);
  expect(core.live.liveCount).toBe(1);
  const { batch } = await core.submit(['one', 'two']);
  await core.clock.advance(longestWaitMs - waitMs);
  expect(core.model.requests).toHaveLength(1);
  await core.clock.advance(2 * waitMs);
  expect(core.model.requests).toHaveLength(2);
  await core.runs.abort(EVERYONE, session.sessionId, run);
  await core.clock.advance(2 * waitMs);
  expect(core.live.liveCount).toBe(0);
  expect(await core.shown(batch.batchId)).toMatchObject({
    state: 'ended',
    results: [{ text: 'first' }, { text: 'second' }],
  });
});

test('a request that could exceed a ceiling is not run', async () => {
  const limits = { run: 1_000, day: 150, month: 1_000 };
  const core = batchesOver({ provider, turns: [[text('first')], [text('second')]], limits });
  core.model.outputLimit = 1_495;
  const { batch } = await core.submit(['one', 'two']);
  await core.clock.advance(0);
  expect(await core.shown(batch.batchId)).toMatchObject({
    results: [{ text: 'first' }, { status: 'errored', error: { code: 'budget' }, costUsd: 0 }],
  });
  expect(core.model.requests).toHaveLength(1);
});

test('after a failure of the provider the next request waits', async () => {
  const core = batchesOver({ provider, turns: [[fail('provider_error')], [text('second')]] });
  const { batch } = await core.submit(['one', 'two']);
  await core.clock.advance(firstLookMs - 1);
  expect(core.model.requests).toHaveLength(1);
  await core.clock.advance(1);
  expect(await core.shown(batch.batchId)).toMatchObject({
    state: 'ended',
    results: [{ error: { code: 'provider_error', retryable: true } }, { text: 'second' }],
  });
});

test('without a configured model the requests wait for one, and say why', async () => {
  let isConfigured = false;
  const model = new ScriptedModel([], 'scripted', DIME);
  const open = async () => {
    if (!isConfigured) throw refuseModel.provider_incomplete();
    return model;
  };
  const core = batchesOver({ provider, open });
  await expect(core.submit(['one'])).rejects.toMatchObject({ code: 'provider_incomplete' });
  isConfigured = true;
  const { batch: waiting } = await core.submit(['two']);
  isConfigured = false;
  const next = await afterDeath(core, { open });
  await next.clock.advance(afterStartMs);
  expect(await next.shown(waiting.batchId)).toMatchObject({
    state: 'working',
    problem: { code: 'provider_incomplete' },
  });
  isConfigured = true;
  await next.clock.advance(firstLookMs);
  expect(await next.shown(waiting.batchId)).toMatchObject({ state: 'ended', counts: { succeeded: 1 } });
});

test('batches that wait are run in the order of their submission', async () => {
  const core = batchesOver({ provider });
  await Promise.all([core.submit(['one', 'two']), core.submit(['three'])]);
  await core.clock.advance(0);
  const said = core.model.requests.map(({ messages }) => messages[0]?.content[0]);
  expect(said).toMatchObject([{ text: 'one' }, { text: 'two' }, { text: 'three' }]);
});
