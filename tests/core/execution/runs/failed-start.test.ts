// What a start leaves behind whose task the disk could not sync, and what comes of a run before the disk has it.
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { BY_OWNER } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import type { RunId } from '../../../../src/core/kernel/ids.ts';
import { refuseStorage } from '../../../../src/core/kernel/storage-refusals.ts';
import { hangUntilAbort, text } from '../../../doubles/scripted-model.ts';
import { coreOver, synced } from '../../../harness/core.ts';

/** Each call costs 1 USD: 100 tokens in. */
const price = { input: 10_000, output: 0, cacheRead: 0, cacheWrite: 0 };
const task = { task: 'do it', profile: null, startedBy: BY_OWNER };
const fails = { code: 'storage_error' };

test('a run that a ceiling ends before its first call ends only once its task is on disk', async () => {
  const disk = Promise.withResolvers<void>();
  const spendingLimits = { run: 0, day: Infinity, month: Infinity };
  const core = coreOver({ price, spendingLimits, journal: synced(() => disk.promise) });
  const { sessionId } = await core.newSession();
  const started = core.runs.start(sessionId, { ...task, idempotencyKey: null });
  started.catch(() => undefined);
  await core.clock.advance(1_000);
  const [left] = await core.history.runs.unfinished();
  expect(left).toMatchObject({ status: 'running' });
  disk.reject(refuseStorage.storage_error());
  await expect(started).rejects.toMatchObject(fails);
  await core.clock.advance(1_000);
  expect(await core.runs.get(EVERYONE, left?.runId as RunId)).toMatchObject({
    status: 'failed',
    error: fails,
  });
});

test('what the model cost counts for the ceilings although its run could not start', async () => {
  let disk = Promise.withResolvers<void>();
  const core = coreOver({
    price,
    spendingLimits: { run: Infinity, day: 40, month: Infinity },
    turns: Array.from({ length: 200 }, () => [text('answer')]),
    journal: synced(() => disk.promise),
  });
  const { sessionId } = await core.newSession();
  for (let nth = 0; nth < 100; nth += 1) {
    const started = core.runs.start(sessionId, { ...task, idempotencyKey: null });
    started.catch(() => undefined);
    await core.clock.advance(1_000);
    disk.reject(refuseStorage.storage_error());
    await expect(started).rejects.toMatchObject(fails);
    disk = Promise.withResolvers<void>();
    await core.clock.advance(1_000);
  }
  expect(core.model.requests.length).toBeLessThanOrEqual(40);
});

test('a start that failed keeps nothing of the budget, and its thread is free', async () => {
  let isBroken = true;
  const core = coreOver({
    price,
    turns: [[text('half'), hangUntilAbort()], [text('done')]],
    journal: synced(async () => {
      if (isBroken) throw refuseStorage.storage_error();
    }),
  });
  const { sessionId } = await core.newSession();
  const asked = { ...task, idempotencyKey: 'key' };
  await expect(core.runs.start(sessionId, asked)).rejects.toMatchObject(fails);
  isBroken = false;
  const runId = await core.runs.start(sessionId, asked);
  expect((await core.eventsOf(runId)).at(-1)).toMatchObject({ type: 'done' });
  expect(core.runs.liveCount).toBe(0);
  expect(await core.history.runs.unfinished()).toEqual([]);
  expect(await core.history.runs.callsBegun()).toEqual([]);
});

test('a start that failed writes nothing more once the next one has ended its run', async () => {
  let disk = Promise.withResolvers<void>();
  const core = coreOver({
    price,
    turns: [[text('half'), hangUntilAbort()], [text('done')]],
    journal: synced(() => disk.promise),
  });
  const { sessionId } = await core.newSession();
  const asked = { ...task, idempotencyKey: 'key' };
  const started = core.runs.start(sessionId, asked);
  started.catch(() => undefined);
  // Less than a commit of what is gathered waits for.
  while (core.model.requests.length === 0) await core.clock.advance(0);
  const [left] = await core.history.runs.unfinished();
  disk.reject(refuseStorage.storage_error());
  await expect(started).rejects.toMatchObject(fails);
  disk = Promise.withResolvers<void>();
  disk.resolve();
  const runId = await core.runs.start(sessionId, asked);
  expect((await core.eventsOf(runId)).at(-1)).toMatchObject({ type: 'done' });
  expect(await core.history.runs.callsBegun()).toEqual([]);
  const events = await core.history.runs.events(left?.runId as RunId, 0, 10);
  expect(events.at(-1)).toMatchObject({ type: 'error', data: fails });
});
