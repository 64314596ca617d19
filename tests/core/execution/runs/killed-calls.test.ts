// The cost of a model call whose process died, or whose work failed.
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { expect, test } from '@jest/globals';
import type { Recorded } from '../../../../src/core/knowledge/memory/entry-adder.ts';
import { runLimits } from '../../../../src/core/execution/runs/limits.ts';
import { gate, hangUntilAbort, text, toolCalls } from '../../../doubles/scripted-model.ts';
import { aTool, coreOver, type CoreOptions } from '../../../harness/core.ts';
import { verifies } from '../../../spec/verifies.ts';
import { an, DOLLAR, spawn, stage } from './agents/stage.ts';
import { refusing } from '../../../harness/journals.ts';

const TASK = 'I have moved to Basel this year.';
const learns: CoreOptions['learns'] = { record: async (): Promise<Recorded> => ({ kind: 'known' }) as never };

/** The same data, served by another process: the first one died on the spot. */
const afterDeath = async ({ history }: ReturnType<typeof coreOver>) => {
  const next = coreOver({ history, firstId: 10_000 });
  await next.runs.recover();
  return next;
};

/** The start of a call is on disk. */
async function written({ clock, history }: ReturnType<typeof coreOver>): Promise<void> {
  await clock.advance(runLimits.batchMs);
  while ((await history.runs.callsBegun()).length === 0) await new Promise(setImmediate);
}

const sideCalls = ({ history }: ReturnType<typeof coreOver>) => history.history.sideCallsSince(EVERYONE, 0);

verifies(
  ['runs.cost.killed', 'runs.cost.estimated'],
  'a run that dies during a call counts the worst-case cost of the call',
  async () => {
    const hold = gate();
    const look = aTool('look', async () => ({ output: 'seen', success: true }));
    const turns = [[toolCalls({ name: 'look', input: {} })], [hold.step]];
    const core = coreOver({ price: DOLLAR, turns, tools: [look] });
    core.model.outputLimit = 30;
    const session = await core.newSession();
    const runId = await core.start(session);
    await hold.reached;
    await written(core);
    const after = await afterDeath(core);
    // The first turn had ten tokens; the second could have thirty.
    expect(await after.history.runs.get(EVERYONE, runId)).toMatchObject({
      status: 'interrupted',
      costUsd: 1 + 3,
      priceKnown: false,
    });
    expect(await after.history.threads.get(EVERYONE, session.threadId)).toMatchObject({ costUsd: 4 });
    expect(await after.history.runs.callsBegun()).toEqual([]);
  },
);

verifies('runs.cost.killed', 'a run that dies while a tool works counts the cost of its turns', async () => {
  const reached = Promise.withResolvers<void>();
  const slow = aTool('slow', () => {
    reached.resolve();
    return new Promise(() => undefined);
  });
  const core = coreOver({ price: DOLLAR, turns: [[toolCalls({ name: 'slow', input: {} })]], tools: [slow] });
  const runId = await core.start(await core.newSession());
  await reached.promise;
  await core.clock.advance(runLimits.batchMs);
  expect(await core.history.runs.callsBegun()).toEqual([]);
  const after = await afterDeath(core);
  const run = { status: 'interrupted', costUsd: 1, priceKnown: true };
  expect(await after.history.runs.get(EVERYONE, runId)).toMatchObject(run);
});

verifies('runs.cost.killed', 'the worst-case cost is on disk a moment after a call has begun', async () => {
  const core = coreOver({ price: DOLLAR, turns: [[hangUntilAbort()]] });
  const runId = await core.start(await core.newSession());
  while (core.model.openStreams === 0) await new Promise(setImmediate);
  await core.clock.advance(runLimits.batchMs);
  expect(await core.history.runs.callsBegun()).toMatchObject([{ callerId: runId, worstUsd: 100 }]);
  const after = await afterDeath(core);
  expect(await after.history.runs.get(EVERYONE, runId)).toMatchObject({ costUsd: 100 });
});

verifies(
  ['runs.cost.killed', 'agents.cost'],
  'a sub-agent that dies during a call counts the worst-case cost of the call',
  async () => {
    const hold = gate();
    const core = stage({ svc: [[spawn(an('Ann'))]], Ann: [[hold.step]] });
    const session = await core.newSession();
    const runId = await core.start(session);
    await hold.reached;
    await written(core);
    const after = await afterDeath(core);
    expect(await sideCalls(after)).toMatchObject([{ purpose: 'subagent', failures: 1, costUsd: 1.2 }]);
    expect((await after.history.runs.get(EVERYONE, runId))?.costUsd).toBeCloseTo(1 + 1.2, 9);
    expect(await after.history.runs.callsBegun()).toEqual([]);
  },
);

verifies(
  ['runs.cost.killed', 'runs.side-calls'],
  'a side call that dies after a run has a row with its worst-case cost',
  async () => {
    const hold = gate();
    const core = coreOver({ price: DOLLAR, learns, turns: [[text('ok')], [hold.step]] });
    const session = await core.newSession();
    await core.eventsOf(await core.start(session, TASK));
    await hold.reached;
    expect(await sideCalls(core)).toEqual([]);
    const after = await afterDeath(core);
    const found = [{ purpose: 'extraction', calls: 1, failures: 1, costUsd: 100 }];
    expect(await sideCalls(after)).toMatchObject(found);
    expect(await after.history.threads.get(EVERYONE, session.threadId)).toMatchObject({ costUsd: 101 });
    expect(after.log.events('info')).toContain('side call was interrupted by the last stop');
    // A second start finds nothing more.
    expect(await sideCalls(await afterDeath(after))).toMatchObject(found);
  },
);

verifies('runs.side-calls', 'one that dies after its thread was deleted still has a row', async () => {
  const hold = gate();
  const core = coreOver({ price: DOLLAR, learns, turns: [[text('ok')], [hold.step]] });
  const session = await core.newSession();
  await core.eventsOf(await core.start(session, TASK));
  await hold.reached;
  await core.threads.delete(EVERYONE, session.threadId, null);
  expect(await sideCalls(await afterDeath(core))).toMatchObject([{ failures: 1, costUsd: 100 }]);
});

verifies('runs.side-calls', 'one that fails has a row with its worst-case cost', async () => {
  const core = coreOver({ price: DOLLAR, turns: [[text('A1')], [text('A2')]] });
  const session = await core.newSession();
  for (const task of ['first', 'second']) await core.eventsOf(await core.start(session, task));
  const { next } = core.ids;
  let left = 1;
  core.ids.next = () => {
    // The id of the side call itself is generated; the next one fails.
    if (left === 0) throw new Error('a bug');
    left -= 1;
    return next.call(core.ids);
  };
  await expect(core.compactions.compact(EVERYONE, session.sessionId, null)).rejects.toThrow('a bug');
  const [call] = await sideCalls(core);
  expect(call).toMatchObject({ purpose: 'compaction', failures: 1 });
  expect(call?.costUsd).toBeGreaterThanOrEqual(100);
  expect(await core.history.runs.callsBegun()).toEqual([]);
});

verifies('runs.side-calls', 'one whose row cannot be written gets it at the next start', async () => {
  let isFull = false;
  const core = coreOver({
    price: DOLLAR,
    learns,
    turns: [[text('ok')], [text('{}')]],
    journal: refusing(
      (changes) => isFull && changes.some(({ change }) => change === 'side-call.end'),
      () => new Error('no room'),
    ),
  });
  isFull = true;
  await core.eventsOf(await core.start(await core.newSession(), TASK));
  await core.clock.advance(1_000);
  expect(core.log.events('error')).toContain('extraction failed');
  expect(await sideCalls(core)).toEqual([]);
  expect(await sideCalls(await afterDeath(core))).toMatchObject([{ failures: 1, costUsd: 100 }]);
});

test('a free model leaves nothing to recover', async () => {
  const hold = gate();
  const core = coreOver({ turns: [[hold.step]] });
  const runId = await core.start(await core.newSession());
  await hold.reached;
  expect(await core.history.runs.callsBegun()).toEqual([]);
  const after = await afterDeath(core);
  expect(await after.history.runs.get(EVERYONE, runId)).toMatchObject({ status: 'interrupted', costUsd: 0 });
});
