// Runs that cannot end normally: the loop failed, the disk was full, the process is exiting.
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { expect, test } from '@jest/globals';
import { refuseStorage } from '../../../../src/core/kernel/storage-refusals.ts';
import { JournalConflict, type Journal } from '../../../../src/core/ports/journal.ts';
import type { Change } from '../../../../src/core/features.ts';
import type { JsonObject } from '../../../../src/core/kernel/json.ts';
import type { RunId } from '../../../../src/core/kernel/ids.ts';
import { gate, hangUntilAbort, text, toolCalls } from '../../../doubles/scripted-model.ts';
import { aTool, coreOver, runOnce } from '../../../harness/core.ts';
import { faultsIn } from '../../../harness/well-formed.ts';
import { verifies } from '../../../spec/verifies.ts';
import { freshHistory } from '../../../harness/fresh-databases.ts';
import { refusing } from '../../../harness/journals.ts';

const ends = (changes: readonly Change[]) => changes.some(({ change }) => change === 'run.end');

function nested(depth: number): JsonObject {
  let value: JsonObject = {};
  for (let n = 0; n < depth; n++) value = { a: value };
  return value;
}

test('an input that nests too deeply ends the run as a mistake of the model, and the thread continues', async () => {
  const { session, events, ...core } = await runOnce({
    turns: [[toolCalls({ name: 'echo', input: nested(20_000) })], [text('fine')]],
  });
  expect(events.at(-1)).toMatchObject({ type: 'error', data: { code: 'provider_error' } });
  expect((await core.eventsOf(await core.start(session))).at(-1)?.type).toBe('done');
});

test('a fault in the loop ends the run from the stored state: usage, open calls and text are kept', async () => {
  const broken = aTool('broken', async () => ({ output: 'ok', success: true }));
  let isBroken = true;
  const core = coreOver({
    tools: [broken],
    turns: [[text('I will.'), toolCalls({ name: 'broken', input: {} })], [text('again')]],
    // A fault other than the disk's: the outcome of the call cannot be written.
    journal: (journal) => ({
      commit: (changes) =>
        isBroken && changes.some(({ change }) => change === 'tool-call.end')
          ? ((isBroken = false), Promise.reject(new Error('a bug')))
          : journal.commit(changes),
    }),
  });
  const session = await core.newSession();
  const runId = await core.start(session);
  const events = await core.eventsOf(runId);
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
  expect(events.slice(-2)).toMatchObject([
    {
      type: 'tool_result',
      data: { success: false, output: expect.stringContaining('may have had an effect') },
    },
    { type: 'error', data: { code: 'internal', retryable: false } },
  ]);
  expect(await core.history.runs.get(EVERYONE, runId)).toMatchObject({
    status: 'failed',
    usage: { inputTokens: 100 },
  });
  // Text from before the call appears once, and only the note follows the call.
  const said = await core.history.threads.messages(session.threadId, { after: 0, limit: 100 });
  expect(said.at(-1)?.content).toMatchObject([{ type: 'note', code: 'internal' }]);
  expect(said.at(-1)?.content).toHaveLength(1);
  await core.eventsOf(await core.start(session, 'go on'));
  expect(faultsIn(core.model.requests.at(-1)?.messages ?? [])).toEqual([]);
});

test('a run whose storage stays away longer than it waits ends as interrupted', async () => {
  let isAway = true;
  const core = coreOver({
    tools: [aTool('works', async () => ({ output: 'ok', success: true }))],
    turns: [[text('I will.'), toolCalls({ name: 'works', input: {} })], [text('again')]],
    journal: (journal) => ({
      commit: (changes) =>
        isAway && changes.some(({ change }) => change === 'tool-call.end')
          ? ((isAway = false), Promise.reject(refuseStorage.storage_unavailable({ retryAfterMs: 1_000 })))
          : journal.commit(changes),
    }),
  });
  const session = await core.newSession();
  const runId = await core.start(session);
  expect((await core.eventsOf(runId)).at(-1)).toMatchObject({
    type: 'error',
    data: { code: 'interrupted', says: [{ code: 'run.storage_left' }] },
  });
  expect(await core.history.runs.get(EVERYONE, runId)).toMatchObject({ status: 'interrupted' });
  const said = await core.history.threads.messages(session.threadId, { after: 0, limit: 10 });
  expect(JSON.stringify(said)).toContain('The server of the data was away');
  expect(JSON.stringify(said)).not.toContain('engine stopped');
  expect((await core.eventsOf(await core.start(session, 'go on'))).at(-1)?.type).toBe('done');
});

test('text buffered when the loop failed is kept', async () => {
  const pause = gate();
  const core = coreOver({ turns: [[text('a'), pause.step, text('b'), toolCalls({ name: 'x', input: {} })]] });
  const session = await core.newSession();
  const runId = await core.start(session);
  await pause.reached;
  core.ids.next = () => {
    throw new Error('a bug');
  };
  pause.open();
  const events = await core.eventsOf(runId);
  expect(events.map((event) => (event.type === 'text' ? event.data.text : event.type)).join(' ')).toBe(
    'a b error',
  );
});

test('a conflict without a competing writer is reported as a failure', async () => {
  const conflict = (journal: Journal<Change>): Journal<Change> => ({
    commit: (changes) =>
      ends(changes) ? Promise.reject(new JournalConflict('a bug')) : journal.commit(changes),
  });
  const core = coreOver({ turns: [[text('kept')]], journal: conflict });
  await expect(core.eventsOf(await core.start(await core.newSession()))).rejects.toThrow('a bug');
  expect(core.log.events('error')).toContain('run could not be ended');
});

test('two readers of a run that could not be ended end it once', async () => {
  let isFull = true;
  const core = coreOver({ turns: [[text('kept')]], journal: refusing((changes) => isFull && ends(changes)) });
  const runId = await core.start(await core.newSession());
  await expect(core.eventsOf(runId)).rejects.toMatchObject({ code: 'disk_full' });
  isFull = false;
  const read = async () => {
    const seen: (number | null)[] = [];
    for await (const batch of await core.runs.follow(EVERYONE, runId, 0, new AbortController().signal))
      seen.push(...batch.map(({ id }) => id));
    return seen;
  };
  expect(await Promise.all([read(), read()])).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

verifies(
  'crash.disk-full',
  'a run whose end does not fit on the disk can be read, and ends when there is room',
  async () => {
    let isFull = true;
    const core = coreOver({
      turns: [[text('kept')]],
      journal: refusing((changes) => isFull && ends(changes)),
    });
    const session = await core.newSession();
    const runId = await core.start(session);
    await expect(core.eventsOf(runId)).rejects.toMatchObject({ code: 'disk_full' });

    // Reading continues: the acknowledged events, then the reason why there are no more.
    const seen: string[] = [];
    const reading = (async () => {
      for await (const batch of await core.runs.follow(EVERYONE, runId, 0, new AbortController().signal))
        seen.push(...batch.map(({ type }) => type));
    })();
    await expect(reading).rejects.toMatchObject({ code: 'disk_full' });
    expect(seen).toEqual(['text']);

    isFull = false;
    const events = await core.eventsOf(runId);
    expect(events.map(({ id, type }) => [id, type])).toEqual([
      [1, 'text'],
      [2, 'error'],
    ]);
  },
);

test('an id beyond the end still receives the terminal event, live and afterwards', async () => {
  const core = coreOver({ turns: [[text('a')]] });
  const runId = await core.start(await core.newSession());
  const types = async (id: RunId) => {
    const seen: string[] = [];
    for await (const batch of await core.runs.follow(EVERYONE, id, 1_000, new AbortController().signal))
      seen.push(...batch.map(({ type }) => type));
    return seen;
  };
  const live = types(runId);
  await core.clock.advance(1_000);
  expect((await live).at(-1)).toBe('done');
  expect(await types(runId)).toEqual(['done']);
});

test('stopping waits for a run that is still starting', async () => {
  const opening = Promise.withResolvers<void>();
  const core = coreOver({ turns: [[text('a'), hangUntilAbort()]], opening: opening.promise });
  const session = await core.newSession();
  const starting = core.start(session);
  await core.clock.advance(0);
  expect(core.runs.liveCount).toBe(1);
  let isGone = false;
  const deleting = core.sessions.delete(EVERYONE, session.sessionId).then(() => (isGone = true));
  await core.clock.advance(100);
  expect(isGone).toBe(false);
  opening.resolve();
  const runId = await starting;
  await core.clock.advance(1_000);
  await deleting;
  expect(await core.history.runs.get(EVERYONE, runId)).toMatchObject({ status: 'aborted' });
});

test('a run that is still starting when the engine drains is refused, and leaves nothing behind', async () => {
  const opening = Promise.withResolvers<void>();
  const core = coreOver({ opening: opening.promise });
  const starting = core.start(await core.newSession());
  await core.clock.advance(0);
  const draining = core.runs.drain(1_000);
  opening.resolve();
  await expect(starting).rejects.toMatchObject({ code: 'draining' });
  await draining;
  expect([core.runs.liveCount, await core.history.runs.unfinished()]).toEqual([0, []]);
});

test('an unreadable run does not keep the others from being ended at start', async () => {
  const history = freshHistory();
  const before = coreOver({ history, turns: [[hangUntilAbort()], [hangUntilAbort()]] });
  const first = await before.start(await before.newSession());
  const second = await before.start(await before.newSession());
  const unreadable = {
    ...history,
    runs: {
      ...history.runs,
      toolCalls: (id: RunId) =>
        id === first ? Promise.reject(new Error('unreadable')) : history.runs.toolCalls(id),
    },
  };
  const after = coreOver({ history: unreadable, firstId: 1_000 });
  await after.runs.recover();
  expect((await history.runs.unfinished()).map(({ runId }) => runId)).toEqual([first]);
  expect(await history.runs.get(EVERYONE, second)).toMatchObject({ status: 'interrupted' });
  expect(after.log.events('error')).toEqual(['run could not be ended']);
});
