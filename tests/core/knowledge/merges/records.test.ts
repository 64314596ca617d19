import { asked } from '../../../../src/core/knowledge/merges/service.ts';
import { expect, test } from '@jest/globals';
import { fromOwner } from '../../../../src/core/knowledge/memory/model.ts';
import { freshEngine } from '../../../harness/fresh-databases.ts';
import { closeWorld, mergesOver, worldOfMerges } from '../../../harness/merges.ts';

async function merged() {
  const world = worldOfMerges();
  const { graph, merges } = mergesOver(world);
  const add = async (name: string, detail = {}) =>
    (await graph.save({ kind: 'person', name, detail, isNew: true }, fromOwner)).entityId;
  const [a, b] = [await add('A A'), await add('B B')];
  const { mergeId } = await merges.merge(a, b);
  return { world, graph, merges, add, a, b, mergeId };
}

test('a start with an empty graph leaves the records of merges, which can be taken back once the graph is there again', async () => {
  const { world, mergeId } = await merged();
  const empty = freshEngine();
  const other = mergesOver({ ...world, engine: empty }, { firstId: 1_000 });
  await other.merges.begin();
  await other.merges.merge(
    (await other.graph.save({ kind: 'person', name: 'C C' }, fromOwner)).entityId,
    (await other.graph.save({ kind: 'person', name: 'D D' }, fromOwner)).entityId,
  );
  await empty.close();
  const again = mergesOver(world, { firstId: 2_000 });
  await again.merges.begin();
  expect(await again.merges.takeBack(mergeId)).toMatchObject({ inEffect: false, applied: true });
  await closeWorld(world);
});

test('the record of an erased entry goes, and the id of one that was merged away erases nothing', async () => {
  const { world, graph, merges, a, b } = await merged();
  await expect(graph.erase(a)).rejects.toMatchObject({ code: 'entity_merged', facts: { entityId: b } });
  await graph.erase(b);
  await merges.forgetErased();
  expect((await merges.page({ limit: 10, after: null })).items).toEqual([]);
  await closeWorld(world);
});

test('a clock that is set back does not make an older merge the newest', async () => {
  const { world, merges, a, b, mergeId } = await merged();
  await merges.takeBack(mergeId);
  world.clock.jump(-86_400_000);
  const second = await mergesOver(world, { firstId: 3_000 }).merges.merge(a, b);
  expect(second).toMatchObject({ inEffect: true, superseded: false });
  expect(await merges.takeBack(second.mergeId)).toMatchObject({ inEffect: false });
  await closeWorld(world);
});

test('who is asked for a merge reads in what the two differ', async () => {
  const { world, merges, add, b } = await merged();
  const [one, other] = [await add('C C', { role: 'Cook' }), await add('D D', { role: 'Clerk' })];
  const differ = async (...[away, stays]: readonly [string, string]) =>
    asked(await merges.preview(away, stays)).says.filter(({ code }) => code === 'merge.differ');
  expect([await differ(one, other), await differ(one, b)]).toEqual([
    [{ code: 'merge.differ', facts: { details: ['role'], kept: { quoted: 'D D' } } }],
    [],
  ]);
  await closeWorld(world);
});
