// The process dies at each write of an erasing that takes several pieces, before it and after it.
import { expect } from '@jest/globals';
import type { Change } from '../../../../src/core/features.ts';
import { graphLimits } from '../../../../src/core/knowledge/graph/limits.ts';
import { entityId, relationId, type EntityId } from '../../../../src/core/kernel/ids.ts';
import { fromOwner } from '../../../../src/core/knowledge/memory/model.ts';
import { closeWorld, mergesOver, worldOfMerges, type WorldOfMerges } from '../../../harness/merges.ts';
import { verifies } from '../../../spec/verifies.ts';

const OTHERS = 5;
const STATED = 2 * graphLimits.erasedAtOnce + 20;

/** One with more relations than go at once, one half of them earlier ones, and one that was merged into it. */
async function hubIn(world: WorldOfMerges): Promise<{ hub: EntityId; merged: EntityId }> {
  const { graph, merges, journal } = mergesOver(world);
  const save = async (name: string) =>
    (await graph.save({ kind: 'organization', name, isNew: true }, fromOwner)).entityId;
  const [hub, merged] = [await save('Hub Ltd'), await save('Old Hub Ltd')];
  const others: EntityId[] = [];
  for (let nth = 0; nth < OTHERS; nth++) others.push(await save(`Other ${nth}`));
  await journal.commit(
    Array.from({ length: STATED }, (_, nth): readonly Change[] => {
      const id = relationId(`r${nth}`);
      const [one, other] = [nth % 3 === 0 ? merged : hub, others[nth % OTHERS]!];
      const [from, to] = nth % 2 === 0 ? [one, other] : [other, one];
      const rest = { since: null, until: null, confidence: 1, source: fromOwner, seenBy: null, at: 1 };
      return [
        { change: 'relation.add', relationId: id, kind: `kind ${nth}`, from, to, ...rest },
        ...(nth % 4 < 2
          ? ([{ change: 'relation.supersede', relationId: id, by: null, at: 2 }] as const)
          : []),
      ];
    }).flat(),
  );
  await graph.relate({ kind: 'knows', from: others[0]!, to: others[1]! }, fromOwner);
  await merges.merge(merged, hub);
  return { hub, merged };
}

async function sweptAt(diesAt: number, isAfter: boolean): Promise<'died' | 'over'> {
  const world = worldOfMerges();
  const { hub, merged } = await hubIn(world);
  let end: 'died' | 'over' = 'over';
  await mergesOver(world, { firstId: 1_000, diesAt, isAfter })
    .graph.erase(hub)
    .catch(() => (end = 'died'));
  const { graph, graphs, merges } = mergesOver(world, { firstId: 2_000 });
  const store = world.engine.graph.ofEveryone();
  const decided = (await store.leaving()).length > 0;
  await graphs.begin();
  await merges.begin();
  const at = [diesAt, isAfter];
  // It is there as it was, or gone entirely.
  if (!decided && (await store.get(hub))) {
    expect([at, (await store.names(hub)).length]).toEqual([at, 2]);
    expect([at, (await store.relations(hub, { history: true, limit: 999 })).length]).toEqual([at, STATED]);
    await graph.erase(hub);
    await merges.forgetErased();
  }
  expect([at, await store.get(hub), await store.get(merged)]).toEqual([at, null, null]);
  expect([at, await store.erased([hub, merged, entityId('x')])]).toEqual([at, new Set([hub, merged])]);
  expect([at, await store.counts()]).toEqual([
    at,
    { relations: 1, memories: 0, byKind: { organization: OTHERS } },
  ]);
  expect([at, await graph.find('Hub', null, 9), await store.spelledLike('hub', 9)]).toEqual([at, [], []]);
  expect([at, (await merges.page({ limit: 9, after: null })).items]).toEqual([at, []]);
  await closeWorld(world);
  return end;
}

verifies(
  'kg.erasing',
  'an erasing that is killed at any write has not begun, or is finished by the next start',
  async () => {
    const ends: string[] = [];
    for (let diesAt = 1; ; diesAt++) {
      const [at, after] = [await sweptAt(diesAt, false), await sweptAt(diesAt, true)];
      ends.push(at, after);
      if (at === 'over' && after === 'over') break;
    }
    expect(ends.filter((end) => end === 'died').length).toBeGreaterThan(8);
  },
);
