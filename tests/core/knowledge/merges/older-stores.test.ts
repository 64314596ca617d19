// Each store in turn is one of an earlier moment: two merges in a chain and their rollbacks meet it at the next start.
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { expect, test } from '@jest/globals';
import { interactionId, threadId, type EntityId } from '../../../../src/core/kernel/ids.ts';
import { fromOwner } from '../../../../src/core/knowledge/memory/model.ts';
import { freshDatastore, freshEngine, freshHistory } from '../../../harness/fresh-databases.ts';
import { closeWorld, mergesOver, worldOfMerges, type WorldOfMerges } from '../../../harness/merges.ts';
import { aThread } from '../../../ports/history-builders.ts';
import { verifies } from '../../../spec/verifies.ts';
import { thinned } from '../../../harness/thinned.ts';

type Ids = readonly [a: EntityId, b: EntityId, c: EntityId];

const STORES = ['engine', 'datastore', 'history'] as const;

/** How far a world is: each moment adds one step. */
const MOMENTS = [
  'made',
  'A merged into B',
  'B merged into C',
  'the second taken back',
  'both taken back',
] as const;

/** The same ids in each world, so that the stores of two can be exchanged. */
async function worldAt(moment: number): Promise<{ readonly world: WorldOfMerges; readonly ids: Ids }> {
  const world = worldOfMerges();
  const { graph, merges, journal } = mergesOver(world);
  const ids: EntityId[] = [];
  for (const name of ['A A', 'B B', 'C C']) {
    const { entityId } = await graph.save({ kind: 'person', name, isNew: true }, fromOwner);
    ids.push(entityId);
    const thread = aThread({ threadId: threadId(`of ${name.toLowerCase()}`) });
    await journal.commit([{ change: 'thread.create', thread }]);
    await graph.link(thread.threadId, [entityId]);
    const rest = { type: 'call', channel: null, summary: 'Called', at: 1 } as const;
    await journal.commit([
      {
        change: 'interaction.add',
        interaction: { interactionId: interactionId(`of ${name.toLowerCase()}`), entityId, ...rest },
      },
    ]);
  }
  const [a, b, c] = ids as unknown as Ids;
  const done: string[] = [];
  const merge = async (from: EntityId, to: EntityId) => {
    await world.clock.advance(1_000);
    done.push((await merges.merge(from, to)).mergeId);
  };
  if (moment >= 1) await merge(a, b);
  if (moment >= 2) await merge(b, c);
  if (moment >= 3) await merges.takeBack(done[1]!);
  if (moment >= 4) await merges.takeBack(done[0]!);
  return { world, ids: [a, b, c] };
}

/** Where the rows and the links of each of the three are now, by the name of the one that they were made for. */
async function places({ datastore, history }: WorldOfMerges, ids: Ids) {
  const of: Record<string, string> = {};
  for (const [nth, entityId] of ids.entries()) {
    const { items } = await datastore.contactRows.interactions({
      entityIds: [entityId],
      limit: 9,
      after: null,
    });
    for (const one of items) of[`row ${one.interactionId}`] = 'ABC'[nth]!;
    for (const one of (await history.entityLinks.threadsOf(EVERYONE, [entityId], 9, null)).items)
      of[`link ${one.threadId}`] = 'ABC'[nth]!;
  }
  return of;
}

const atHome = {
  'row of a a': 'A',
  'row of b b': 'B',
  'row of c c': 'C',
  'link of a a': 'A',
  'link of b b': 'B',
  'link of c c': 'C',
};

async function shownBy({ engine }: WorldOfMerges, ids: Ids) {
  const of: Record<string, string> = {};
  for (const [nth, id] of ids.entries()) {
    const root = (await engine.graph.ofEveryone().get(id))?.rootId;
    const letter = 'ABC'[ids.findIndex((one) => one === root)]!;
    const name = 'abc'[nth]!;
    of[`row of ${name} ${name}`] = letter;
    of[`link of ${name} ${name}`] = letter;
  }
  return of;
}

verifies(
  'promise.merges.older-store',
  'a start with one store of an earlier or a later moment puts rows and links where the graph shows them, and all can be taken back',
  async () => {
    for (const [nth, store] of STORES.entries())
      for (const now of MOMENTS.keys())
        for (const then of thinned([...MOMENTS.keys()], 2, nth + now)) {
          // To a graph without the records, what was taken back since looks as if it had never been merged.
          const isUnknown = store !== 'engine' && Math.min(then, 2) > Math.min(now, 2);
          if (now === then || (isUnknown && then > 2)) continue;
          const where = `${store} of the moment "${MOMENTS[then]}", all else of "${MOMENTS[now]}"`;
          const { world, ids } = await worldAt(now);
          const other = await worldAt(then);
          const mixed = { ...world, [store]: other.world[store] } as WorldOfMerges;
          const { merges } = mergesOver(mixed, { firstId: 5_000 });
          await merges.begin();
          const records = (await merges.page({ limit: 9, after: null })).items;
          // A graph that is newer than the first record has merges that are listed nowhere: see below.
          const known = new Set(records.map(({ mergeId }) => mergeId));
          const entities = await Promise.all(ids.map((id) => mixed.engine.graph.ofEveryone().get(id)));
          const isListed = entities.every((one) => !one?.mergeId || known.has(one.mergeId));
          if (isListed) expect([where, await places(mixed, ids)]).toEqual([where, await shownBy(mixed, ids)]);
          for (const { mergeId } of records) {
            const one = (await merges.page({ limit: 9, after: null })).items.find(
              (listed) => listed.mergeId === mergeId,
            );
            if (one?.inEffect) expect((await merges.takeBack(mergeId)).inEffect).toBe(false);
          }
          if (isListed) expect([where, await places(mixed, ids)]).toEqual([where, atHome]);
          await closeWorld(world);
          await closeWorld(other.world);
        }
  },
);

test('a start whose graph lacks the merged entry leaves its rows where they are, until the graph is back', async () => {
  const { world, ids } = await worldAt(1);
  const empty = freshEngine();
  const without = mergesOver({ ...world, engine: empty }, { firstId: 1_000 });
  await without.merges.begin();
  expect(await places(world, ids)).toMatchObject({ 'row of a a': 'B', 'link of a a': 'B' });
  const [record] = (await without.merges.page({ limit: 9, after: null })).items;
  await expect(without.merges.takeBack(record!.mergeId)).rejects.toMatchObject({
    code: 'merge_entry_missing',
  });
  await empty.close();
  const { merges } = mergesOver(world, { firstId: 2_000 });
  await merges.begin();
  await merges.takeBack(record!.mergeId);
  expect(await places(world, ids)).toEqual(atHome);
  await closeWorld(world);
});

test('a rollback that was begun hands nothing back to an entry that the graph does not have', async () => {
  const { world, ids } = await worldAt(1);
  const [record] = await mergesOver(world).records.all();
  await mergesOver(world).records.write({ ...record!, phase: 'returning' });
  const empty = freshEngine();
  await mergesOver({ ...world, engine: empty }, { firstId: 1_000 }).merges.begin();
  expect(await places(world, ids)).toMatchObject({ 'row of a a': 'B', 'link of a a': 'B' });
  await empty.close();
  await mergesOver(world, { firstId: 2_000 }).merges.begin();
  expect(await places(world, ids)).toEqual(atHome);
  await closeWorld(world);
});

for (const store of ['datastore', 'history'] as const)
  verifies(
    'merges.rollback.stores',
    `without ${store} a rollback is refused and changes nothing, and works once it is back`,
    async () => {
      const { world, ids } = await worldAt(1);
      const fresh = store === 'history' ? freshHistory() : freshDatastore();
      const without = mergesOver({ ...world, [store]: fresh } as WorldOfMerges, { firstId: 1_000 });
      await without.merges.begin();
      const [record] = (await without.merges.page({ limit: 9, after: null })).items;
      await expect(without.merges.takeBack(record!.mergeId)).rejects.toMatchObject({
        code: 'merge_store_unavailable',
      });
      expect((await world.engine.graph.ofEveryone().get(ids[0]))?.mergedInto).toBe(ids[1]);
      await fresh.close();
      const { merges } = mergesOver(world, { firstId: 2_000 });
      await merges.begin();
      await merges.takeBack(record!.mergeId);
      expect(await places(world, ids)).toEqual(atHome);
      await closeWorld(world);
    },
  );
