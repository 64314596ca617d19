// What a run writes before it continues, and how a run ends after its machine lost power.
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { BY_OWNER } from '../../../doubles/people.ts';
import { expect, test } from '@jest/globals';
import { runLimits } from '../../../../src/core/execution/runs/limits.ts';
import type { JsonObject } from '../../../../src/core/kernel/json.ts';
import type { RunId } from '../../../../src/core/kernel/ids.ts';
import { refuseStorage } from '../../../../src/core/kernel/storage-refusals.ts';
import type { Durability } from '../../../../src/core/ports/journal.ts';
import type { MachineBoot } from '../../../../src/core/ports/machine-boot.ts';
import { hangUntilAbort, text, toolCalls } from '../../../doubles/scripted-model.ts';
import { aTool, coreOver, synced, type CoreOptions } from '../../../harness/core.ts';
import { verifies } from '../../../spec/verifies.ts';

const boot = (id: string): MachineBoot => ({ id, isSame: (other) => other === id });

/** A run that hangs after some text, and the core of the process after it, in that boot of the machine. */
async function cutOff(next: MachineBoot) {
  const before = coreOver({ boot: boot('first'), turns: [[text('half an an'), hangUntilAbort()]] });
  const runId = await before.start(await before.newSession());
  await before.clock.advance(1_000);
  const after = coreOver({ history: before.history, boot: next, firstId: 1_000 });
  await after.runs.recover();
  const streamed = async (from: number) => {
    const seen: (readonly [number | null, string])[] = [];
    for await (const batch of await after.runs.follow(EVERYONE, runId, from, new AbortController().signal))
      seen.push(...batch.map(({ id, type }) => [id, type] as const));
    return seen;
  };
  return { runId, after, streamed };
}

verifies('runs.power', 'after a kill ids continue without a gap', async () => {
  const { streamed } = await cutOff(boot('first'));
  expect(await streamed(0)).toEqual([
    [1, 'text'],
    [2, 'error'],
  ]);
});

const END = runLimits.unsyncedEvents + 2;

verifies(
  'runs.power',
  'after a reboot the end of a run has an id above every one that readers may have seen, and a replay reports the gap',
  async () => {
    const { streamed, runId, after } = await cutOff(boot('second'));
    const gap = [null, 'replay_unavailable'] as const;
    const end = [END, 'error'] as const;
    expect(await streamed(0)).toEqual([[1, 'text'], gap, end]);
    // A reader that saw what is stored, and one that saw what is lost.
    expect(await streamed(1)).toEqual([gap, end]);
    expect(await streamed(7)).toEqual([gap, end]);
    // The last id that may have been seen, and the end itself.
    expect(await streamed(END - 1)).toEqual([end]);
    expect(await streamed(END + 5)).toEqual([end]);
    expect(await after.history.runs.get(EVERYONE, runId)).toMatchObject({ status: 'interrupted' });
  },
);

test('a run of a version that stored no boot ends without a gap: it synced each event', async () => {
  const withoutBoot: CoreOptions['journal'] = (journal) => ({
    commit: (changes, durability) =>
      journal.commit(
        changes.map((change) => (change.change === 'run.start' ? { ...change, bootId: null } : change)),
        durability,
      ),
  });
  const before = coreOver({ journal: withoutBoot, turns: [[text('half'), hangUntilAbort()]] });
  const runId: RunId = await before.start(await before.newSession());
  await before.clock.advance(1_000);
  const after = coreOver({ history: before.history, boot: boot('second'), firstId: 1_000 });
  await after.runs.recover();
  expect((await after.eventsOf(runId)).map(({ id }) => id)).toEqual([1, 2]);
});

/** The durability of each commit of a run, with the changes in it. */
async function commitsOf(tools: NonNullable<CoreOptions['tools']>, names: readonly string[]) {
  const seen: (readonly [Durability, readonly string[]])[] = [];
  const core = coreOver({
    tools,
    turns: [...names.map((name) => [toolCalls({ name, input: {} })]), [text('done')]],
    journal: (journal) => ({
      commit: (changes, durability = 'synced') => {
        seen.push([durability, changes.map(({ change }) => change)]);
        return journal.commit(changes, durability);
      },
    }),
  });
  const session = await core.newSession();
  seen.length = 0;
  await core.eventsOf(await core.start(session));
  return seen;
}

const done = async () => ({ output: 'ok', success: true });

verifies('runs.power', 'a turn of calls that only read waits for no sync', async () => {
  const commits = await commitsOf([{ ...aTool('look', done), effect: 'read' }], ['look', 'look']);
  const [start, sync, ...rest] = commits;
  expect(start).toEqual(['written', expect.arrayContaining(['run.start'])]);
  expect(sync).toEqual(['synced', []]);
  const synced = rest.flatMap(([durability, changes]) => (durability === 'synced' ? [changes] : []));
  expect(synced).toEqual([expect.arrayContaining(['run.end'])]);
});

verifies(
  'runs.power',
  'a call that changes something is synced before it begins, and its result',
  async () => {
    const commits = await commitsOf([{ ...aTool('change', done), effect: 'effect' }], ['change']);
    const synced = commits.flatMap(([durability, changes]) => (durability === 'synced' ? changes : []));
    expect(synced).toEqual(expect.arrayContaining(['tool-call.start', 'tool-call.end']));
  },
);

test('the effect of a call may depend on its input', async () => {
  const byInput = ({ n }: JsonObject) => (n === undefined ? 'read' : 'effect');
  const commits = await commitsOf([{ ...aTool('look', done), effect: byInput }], ['look']);
  expect(commits.filter(([durability]) => durability === 'synced')).toHaveLength(2);
});

verifies(
  'runs.power',
  'nothing comes of the first answer before the task survives a loss of power',
  async () => {
    const disk = Promise.withResolvers<void>();
    let changed = 0;
    const change = aTool('change', async () => ({ output: String(++changed), success: true }));
    const turns = [[text('Now: '), toolCalls({ name: 'change', input: {} })], [text('done')]];
    const core = coreOver({ turns, tools: [change], journal: synced(() => disk.promise) });
    const told: string[] = [];
    const started = core.start(await core.newSession());
    void started.then(() => told.push('started'));
    await core.clock.advance(1_000);
    const [run] = await core.history.runs.unfinished();
    const followed = core.runs.follow(EVERYONE, run?.runId as RunId, 0, new AbortController().signal);
    void followed.then(() => told.push('followed'));
    await core.clock.advance(1_000);
    // The model is asked meanwhile, so that its answer does not wait for the disk.
    expect(core.model.requests).toHaveLength(1);
    expect({ told, changed }).toEqual({ told: [], changed: 0 });
    disk.resolve();
    expect((await core.eventsOf(await started)).at(-1)).toMatchObject({
      type: 'done',
      data: { text: 'done' },
    });
    expect({ changed, asked: core.model.requests.length }).toEqual({ changed: 1, asked: 2 });
  },
);

test('a run that could not be synced at its start stops its model, does nothing and ends nothing', async () => {
  const failing = () => Promise.reject(refuseStorage.storage_error());
  let changed = 0;
  const change = aTool('change', async () => ({ output: String(++changed), success: true }));
  const turns = [[toolCalls({ name: 'change', input: {} })], [text('done')]];
  const core = coreOver({ turns, tools: [change], journal: synced(failing) });
  await expect(core.start(await core.newSession())).rejects.toMatchObject({ code: 'storage_error' });
  await core.clock.advance(1_000);
  expect(changed).toBe(0);
  expect(core.model.requests.length).toBeLessThanOrEqual(1);
  expect(core.runs.liveCount).toBe(0);
  const [left] = await core.history.runs.unfinished();
  expect(left).toMatchObject({ status: 'running' });
});

test('a repeated request is answered only once the first one is on disk', async () => {
  const disk = Promise.withResolvers<void>();
  const core = coreOver({ turns: [[text('done')]], journal: synced(() => disk.promise) });
  const { sessionId } = await core.newSession();
  const request = { task: 'do it', profile: null, idempotencyKey: 'key', startedBy: BY_OWNER };
  const first = core.runs.start(sessionId, request);
  await core.clock.advance(0);
  let answered = false;
  const again = core.runs.start(sessionId, request).then((runId) => ((answered = true), runId));
  await core.clock.advance(0);
  expect(answered).toBe(false);
  disk.resolve();
  expect(await again).toBe(await first);
});
