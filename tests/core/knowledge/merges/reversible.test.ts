// Any sequence of edits and merges, with all merges taken back, leaves the graph that the edits alone make.
import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { EntityId, RelationId } from '../../../../src/core/kernel/ids.ts';
import { isRefusal } from '../../../../src/core/kernel/refusal.ts';
import { fromOwner, type Source } from '../../../../src/core/knowledge/memory/model.ts';
import { verifies } from '../../../spec/verifies.ts';
import { closeWorld, mergesOver, worldOfMerges, type WorldOfMerges } from '../../../harness/merges.ts';
import { tries } from '../../../harness/thinned.ts';

const PEOPLE = 5;
const person = fc.nat(PEOPLE - 1);
const word = fc.constantFrom('one', 'two', 'three');

type Doing =
  | {
      readonly do: 'detail';
      readonly of: number;
      readonly attribute: string;
      readonly value: string | null;
      readonly byAgent: boolean;
    }
  | { readonly do: 'alias'; readonly of: number; readonly name: string; readonly without: boolean }
  | { readonly do: 'rename'; readonly of: number; readonly name: string }
  | { readonly do: 'contact'; readonly of: number }
  | {
      readonly do: 'relate';
      readonly from: number;
      readonly to: number;
      readonly kind: string;
      readonly since: string | null;
    }
  | { readonly do: 'unrelate'; readonly nth: number }
  | { readonly do: 'merge'; readonly merged: number; readonly kept: number }
  | { readonly do: 'back'; readonly nth: number };

const doing: fc.Arbitrary<Doing> = fc.oneof(
  fc.record({
    do: fc.constant('detail' as const),
    of: person,
    attribute: fc.constantFrom('role', 'type', 'notes'),
    value: fc.option(word, { nil: null }),
    byAgent: fc.boolean(),
  }),
  fc.record({ do: fc.constant('alias' as const), of: person, name: word, without: fc.boolean() }),
  fc.record({ do: fc.constant('rename' as const), of: person, name: word }),
  fc.record({ do: fc.constant('contact' as const), of: person }),
  fc.record({
    do: fc.constant('relate' as const),
    from: person,
    to: person,
    kind: fc.constantFrom('knows', 'likes'),
    since: fc.option(fc.constantFrom('2020', '2021'), { nil: null }),
  }),
  fc.record({ do: fc.constant('unrelate' as const), nth: fc.nat(5) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('merge' as const), merged: person, kept: person }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('back' as const), nth: fc.nat(5) }) },
);

const agent: Source = { origin: 'agent', runId: null, threadId: null, tool: 'save_entity' };

/** An edit as it was made: of the entity that was shown at that moment. */
type Made = (over: Over) => Promise<unknown>;
type Over = ReturnType<typeof mergesOver> & { readonly relations: RelationId[] };

const refusedIsFine = (error: unknown): void => {
  if (!isRefusal(error)) throw error;
};

async function people({ graph }: Over): Promise<readonly EntityId[]> {
  const ids: EntityId[] = [];
  for (let nth = 0; nth < PEOPLE; nth++)
    ids.push((await graph.save({ kind: 'person', name: `Person ${nth}`, isNew: true }, fromOwner)).entityId);
  return ids;
}

/** What an edit does, for the entities that stood for these people at that moment. */
function edit(
  doing: Exclude<Doing, { do: 'merge' | 'back' }>,
  at: (nth: number) => number,
  ids: (over: Over) => readonly EntityId[],
): Made {
  const idOf = (over: Over, nth: number): EntityId => ids(over)[nth]!;
  switch (doing.do) {
    case 'detail': {
      const of = at(doing.of);
      return ({ graph, ...over }) =>
        graph.save(
          { entityId: idOf({ graph, ...over }, of), detail: { [doing.attribute]: doing.value } },
          doing.byAgent ? agent : fromOwner,
        );
    }
    case 'alias': {
      const of = at(doing.of);
      const names = doing.without ? { withoutAliases: [doing.name] } : { aliases: [doing.name] };
      return (over) => over.graph.save({ entityId: idOf(over, of), ...names }, fromOwner);
    }
    case 'rename': {
      const of = at(doing.of);
      return (over) => over.graph.save({ entityId: idOf(over, of), name: doing.name }, fromOwner);
    }
    case 'contact': {
      const of = at(doing.of);
      return (over) => over.graph.save({ entityId: idOf(over, of), isContact: true }, fromOwner);
    }
    case 'relate': {
      const [from, to] = [at(doing.from), at(doing.to)];
      const { kind, since } = doing;
      return async (over) => {
        const { relationId } = await over.graph.relate(
          { from: idOf(over, from), to: idOf(over, to), kind, since },
          fromOwner,
        );
        over.relations.push(relationId);
      };
    }
    case 'unrelate':
      return async (over) => {
        const id = over.relations[doing.nth];
        if (id !== undefined) await over.graph.unrelate(id);
      };
  }
}

/** Every statement, without the ids that only this run gave. */
async function exported({ engine }: WorldOfMerges, ids: readonly EntityId[]) {
  const nameOf = (id: EntityId): number => ids.indexOf(id);
  return await Promise.all(
    ids.map(async (id) => {
      const entity = await engine.graph.ofEveryone().get(id);
      const { name, kind, isContact, isContactItself, mentionCount, mergedInto, createdAt } = entity!;
      const facts = await engine.graph.ofEveryone().facts(id, { history: true, limit: 1_000 });
      const relations = await engine.graph.ofEveryone().relations(id, { history: true, limit: 1_000 });
      return {
        entity: { name, kind, isContact, isContactItself, mentionCount, mergedInto, createdAt },
        names: (await engine.graph.ofEveryone().names(id)).map(({ text, key, hides, supersededAt }) => [
          text,
          key,
          hides,
          supersededAt,
        ]),
        facts: facts.map(({ attribute, value, source, supersededAt, supersededBy }) => [
          attribute,
          value,
          source.origin,
          supersededAt,
          facts.findIndex(({ factId }) => factId === supersededBy),
        ]),
        relations: relations.map(({ kind: how, stated, since, supersededAt }) => [
          how,
          nameOf(stated.from),
          nameOf(stated.to),
          since,
          supersededAt,
        ]),
      };
    }),
  );
}

verifies(
  'merges.reversible',
  'edits and merges in any order, then all merges taken back, leave what the edits alone make',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(doing, { minLength: 3, maxLength: 25 }), async (doings) => {
        const [merging, alone] = [worldOfMerges(), worldOfMerges()];
        const [one, two]: [Over, Over] = [
          { ...mergesOver(merging), relations: [] },
          { ...mergesOver(alone), relations: [] },
        ];
        const idsOf = new Map([
          [one.graph, await people(one)],
          [two.graph, await people(two)],
        ]);
        const ids = ({ graph }: Pick<Over, 'graph'>) => idsOf.get(graph)!;
        for (const each of doings) {
          if (each.do === 'merge') {
            await one.merges.merge(ids(one)[each.merged]!, ids(one)[each.kept]!).catch(refusedIsFine);
            continue;
          }
          const listed = (await one.merges.page({ limit: 200, after: null })).items;
          if (each.do === 'back') {
            const id = listed[each.nth]?.mergeId;
            if (id !== undefined) await one.merges.takeBack(id).catch(refusedIsFine);
            continue;
          }
          const shown = await one.graph.shown(ids(one));
          const at = (nth: number): number => ids(one).indexOf(shown.get(ids(one)[nth]!)!.entityId);
          const made = edit(each, at, ids);
          for (const over of [one, two]) await made(over).catch(refusedIsFine);
        }
        for (;;) {
          const open = (await one.merges.page({ limit: 200, after: null })).items.find(
            ({ inEffect }) => inEffect,
          );
          if (!open) break;
          expect(await one.merges.takeBack(open.mergeId)).toMatchObject({ inEffect: false });
        }
        expect(await exported(merging, ids(one))).toEqual(await exported(alone, ids(two)));
        await closeWorld(merging);
        await closeWorld(alone);
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? tries(40)) },
    );
  },
);
