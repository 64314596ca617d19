// The process dies at each write of two merges in a chain and their rollbacks, before it and after it.
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { expect } from '@jest/globals';
import { interactionId, type ThreadId } from '../../../../src/core/kernel/ids.ts';
import { closeWorld, mergesOver, worldOfMerges, type WorldOfMerges } from '../../../harness/merges.ts';
import { aThread } from '../../../ports/history-builders.ts';
import { fromOwner } from '../../../../src/core/knowledge/memory/model.ts';
import { verifies } from '../../../spec/verifies.ts';
import { stride } from '../../../harness/thinned.ts';

const NAMES = ['A A', 'B B', 'C C'] as const;

async function made(world: WorldOfMerges) {
  const { graph, journal } = mergesOver(world);
  const ids = [];
  for (const name of NAMES)
    ids.push(
      (await graph.save({ kind: 'person', name, detail: { role: `of ${name}` } }, fromOwner)).entityId,
    );
  const threads: ThreadId[] = [];
  for (const id of ids) {
    const thread = aThread();
    await journal.commit([{ change: 'thread.create', thread }]);
    await graph.link(thread.threadId, [id]);
    threads.push(thread.threadId);
    for (const nth of [1, 2])
      await journal.commit([
        {
          change: 'interaction.add',
          interaction: {
            interactionId: interactionId(`of ${id} ${nth}`),
            entityId: id,
            type: 'call',
            channel: null,
            summary: 'Called',
            at: nth,
          },
        },
      ]);
  }
  // This conversation speaks of two of them.
  await graph.link(threads[0]!, [ids[1]!]);
  return { ids: ids as [(typeof ids)[0], (typeof ids)[0], (typeof ids)[0]], threads };
}

type Made = Awaited<ReturnType<typeof made>>;
type Merges = ReturnType<typeof mergesOver>['merges'];

/** Both merges, and both taken back, each only if it is not done yet. */
async function everything(merges: Merges, { ids: [a, b, c] }: Made, goesOn: () => void): Promise<void> {
  const list = (await merges.page({ limit: 50, after: null })).items;
  if (list.length === 0) await merges.merge(a, b);
  goesOn();
  if ((await merges.page({ limit: 50, after: null })).items.length === 1) await merges.merge(b, c);
  goesOn();
  for (const { mergeId } of (await merges.page({ limit: 50, after: null })).items) {
    const now = (await merges.page({ limit: 50, after: null })).items.find((one) => one.mergeId === mergeId);
    if (now?.inEffect) await merges.takeBack(mergeId);
    goesOn();
  }
}

const linksIn = async ({ history }: WorldOfMerges, { ids }: Made) =>
  await Promise.all(
    ids.map(async (id) =>
      (await history.entityLinks.threadsOf(EVERYONE, [id], 50, null)).items
        .map(({ threadId }) => threadId)
        .toSorted(),
    ),
  );

/** How many rows hang on each. */
const rowsIn = async ({ datastore }: WorldOfMerges, { ids }: Made) =>
  await Promise.all(ids.map((id) => datastore.movedRows.countFor(id)));

async function sweptAt(diesAt: number, isAfter: boolean): Promise<'died' | 'over'> {
  const world = worldOfMerges();
  const all = await made(world);
  const before = await linksIn(world, all);
  const dying = mergesOver(world, { firstId: 1_000, diesAt, isAfter });
  let end: 'died' | 'over' = 'over';
  await everything(dying.merges, all, () => undefined).catch(() => (end = 'died'));

  const next = mergesOver(world, { firstId: 2_000 });
  await next.merges.begin();
  const records = await next.records.all();
  const shown = (await next.merges.page({ limit: 50, after: null })).items;
  for (const { phase, mergeId } of records) {
    expect([diesAt, isAfter, mergeId, phase]).toEqual([
      diesAt,
      isAfter,
      mergeId,
      expect.stringMatching(/^(?:applied|returned)$/u),
    ]);
    expect(shown.find((one) => one.mergeId === mergeId)?.applied).toBe(true);
  }
  // What a merge in effect moved is at the entry that is kept; everything else is where it was.
  const [a, b, c] = all.ids;
  const holds = async (from: typeof a, to: typeof a) =>
    (await world.engine.graph.ofEveryone().get(from))?.mergedInto === to;
  const [first, second] = [await holds(a, b), await holds(b, c)];
  const links = await linksIn(world, all);
  const both = [...before[0]!, ...before[1]!]
    .filter((one, index, list) => list.indexOf(one) === index)
    .toSorted();
  const atB = second ? [] : first ? both : before[1];
  // The conversation that speaks of A and B keeps its link to A.
  const atA = first ? [all.threads[0]] : before[0];
  const atC = second ? [...before[2]!, ...(first ? both : before[1]!)].toSorted() : before[2];
  expect([diesAt, isAfter, links]).toEqual([diesAt, isAfter, [atA, atB, atC].map((one) => one ?? [])]);

  const rows = [first ? 0 : 2, second ? 0 : first ? 4 : 2, second ? (first ? 6 : 4) : 2];
  expect([diesAt, isAfter, await rowsIn(world, all)]).toEqual([diesAt, isAfter, rows]);

  // It goes on from there, and in the end everything is as it was.
  await everything(next.merges, all, () => undefined);
  expect(await linksIn(world, all)).toEqual(before);
  expect(await rowsIn(world, all)).toEqual([2, 2, 2]);
  for (const id of all.ids) expect((await world.engine.graph.ofEveryone().get(id))?.mergedInto).toBeNull();
  await closeWorld(world);
  return end;
}

verifies(
  ['promise.merges.kill', 'merges.applied'],
  'a merge or a rollback that is killed at any write is finished or undone at the start, and no link is lost or doubled',
  async () => {
    let last = 0;
    for (let diesAt = 1; ; diesAt += stride(3)) {
      const [at, after] = [await sweptAt(diesAt, false), await sweptAt(diesAt, true)];
      if (at === 'over' && after === 'over') break;
      last = diesAt;
    }
    expect(last).toBeGreaterThan(12);
  },
);
