import { expect, test } from '@jest/globals';
import { HOST_OF_OWNER, OWNER_ID } from '../../../doubles/people.ts';
import { personId, runId, toolSessionId } from '../../../../src/core/kernel/ids.ts';
import type { ToolRun } from '../../../../src/core/execution/tool-runs/model.ts';
import { TrackedRuns } from '../../../../src/core/execution/tool-runs/tracked-runs.ts';
import { verifies } from '../../../spec/verifies.ts';

const aRun = (number: number): ToolRun => ({
  runId: runId(`run-${String(number).padStart(3, '0')}`),
  toolSessionId: toolSessionId('s'),
  principal: 'stdio',
  personId: OWNER_ID,
  client: null,
  waits: 'poll',
  stateDir: null,
  filesPlace: null,
  createdAt: number,
});

async function tracked(isLive: (number: number) => boolean, count = 64) {
  const all = Array.from({ length: count }, (_, number) => aRun(number));
  const made = new TrackedRuns({
    isOwner: (person) => person === OWNER_ID,
    store: { tracked: async () => all },
    live: {
      isLive: (id) => isLive(Number(id.slice(4))),
      ended: async () => undefined,
      stopRun: async () => undefined,
    },
  });
  await made.load();
  return made;
}
const ids = (runs: readonly ToolRun[]) => runs.map((one) => String(one.runId));

verifies(
  'mcp.limits.runs',
  'a run is refused with the limit when 64 are tracked and none has ended',
  async () => {
    const runs = await tracked(() => true);
    expect(() => runs.reserve(toolSessionId('other'), runId('new'), HOST_OF_OWNER)).toThrow(
      expect.objectContaining({ code: 'tracked_runs_limit', facts: { limit: 64 } }),
    );
    expect(runs.all()).toHaveLength(64);
    // Those of one person take no place of another's.
    const ofAnn = { person: personId('ann') };
    expect(runs.reserve(toolSessionId('other'), runId('new'), ofAnn).dropped).toEqual([]);
  },
);

test('the oldest ended runs make room, and come back if the new run does not start', async () => {
  const runs = await tracked((number) => number < 2);
  const first = runs.reserve(toolSessionId('a'), runId('x'), HOST_OF_OWNER);
  const second = runs.reserve(toolSessionId('b'), runId('y'), HOST_OF_OWNER);
  expect([first, second].map(({ dropped }) => ids(dropped))).toEqual([['run-002'], ['run-003']]);
  first.release(false);
  expect(runs.get(runId('run-002'))).toBeDefined();
  second.fill({ ...aRun(100), runId: runId('y') });
  second.release(true);
  expect(runs.get(runId('run-003'))).toBeUndefined();
  expect(runs.all()).toHaveLength(64);
});

test('a session whose run is about to start is taken', async () => {
  const runs = await tracked(() => false, 0);
  const place = runs.reserve(toolSessionId('a'), runId('x'), HOST_OF_OWNER);
  expect(() => runs.reserve(toolSessionId('a'), runId('y'), HOST_OF_OWNER)).toThrow(
    expect.objectContaining({ code: 'tool_run_in_progress', facts: { run_id: 'x', limit: 1 } }),
  );
  place.release(false);
  runs.reserve(toolSessionId('a'), runId('y'), HOST_OF_OWNER).release(true);
});

test('a store that cannot be read is read again at the next call', async () => {
  let isBroken = true;
  const runs = new TrackedRuns({
    isOwner: () => true,
    store: { tracked: async () => (isBroken ? Promise.reject(new Error('broken')) : [aRun(1)]) },
    live: { isLive: () => false, ended: async () => undefined, stopRun: async () => undefined },
  });
  await expect(runs.load()).rejects.toThrow('broken');
  isBroken = false;
  await runs.load();
  expect(runs.all()).toHaveLength(1);
});

test('members leave room for the owner, and for each other', async () => {
  const runs = await tracked(() => true, 0);
  const [ann, ben] = ['ann', 'ben'].map((name) => ({ ...HOST_OF_OWNER, person: personId(name) }));
  const begin = (host: typeof HOST_OF_OWNER, session: string) =>
    runs.reserve(toolSessionId(session), runId(session), host);
  for (let nth = 0; nth < 6; nth += 1) begin(ann!, `ann ${nth}`);
  expect(() => begin(ann!, 'ann')).toThrow(
    expect.objectContaining({ facts: { activeSessions: 6, limit: 6 } }),
  );
  for (let nth = 0; nth < 3; nth += 1) begin(ben!, `ben ${nth}`);
  expect(() => begin(ben!, 'ben')).toThrow(
    expect.objectContaining({ facts: { activeSessions: 3, limit: 6 } }),
  );
  for (let nth = 0; nth < 3; nth += 1) begin(HOST_OF_OWNER, `own ${nth}`);
  expect(() => begin(HOST_OF_OWNER, 'own')).toThrow(
    expect.objectContaining({ facts: { activeSessions: 3, limit: 12 } }),
  );
});
