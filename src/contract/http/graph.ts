import { Type } from 'typebox';
import type { refuse as refuseGraph } from '../../core/knowledge/graph/errors.ts';
import { graphLimits } from '../../core/knowledge/graph/limits.ts';
import { ENTITY_KINDS, ENTITY_SORTS } from '../../core/knowledge/graph/model.ts';
import type { EntityPosition } from '../../core/knowledge/graph/store.ts';
import { listLimits } from '../../core/kernel/limits.ts';
import { fromOwner } from '../../core/knowledge/memory/model.ts';
import { cursorFrom, positionFrom } from '../cursor.ts';
import { already, rowsRefusing } from '../row.ts';
import {
  closed,
  cursorQuery,
  Id,
  limitQuery,
  MemoryNamespace,
  NextCursor,
  OrNull,
  Time,
  time,
} from '../shapes.ts';
import {
  Confidence,
  DayInput,
  DetailInput,
  EntityFields,
  EntityKindShape,
  EntityShape,
  NameInput,
  Reference,
  RelationShape,
  shownEntity,
  shownRelation,
  shownValue,
  StatedValueShape,
} from './entity-shapes.ts';

const { json } = rowsRefusing<typeof refuseGraph>();

const { aliases: mostAliases, relationKindChars, queryChars, nodes, depth: mostDepth } = graphLimits;

const aliases = (description: string) =>
  Type.Optional(Type.Array(NameInput, { maxItems: mostAliases, description }));

const InFull = Type.Object({
  ...EntityFields,
  further: Type.Record(Type.String(), Type.Array(Type.String()), {
    description: 'By attribute, what entries that were merged into it have besides the value in detail',
  }),
  detail: Type.Record(Type.String(), Type.String(), {
    description: 'The details that its kind has, by name',
  }),
  contradictions: Type.Array(StatedValueShape, {
    description: 'Values that contradict those in detail; PATCH the right one to decide',
  }),
  relations: Type.Array(RelationShape, {
    description: `In both directions, the newest ${graphLimits.shownRelations}`,
  }),
  nextRelations: OrNull(
    Type.String({
      description: 'A cursor for the relations that follow: GET /api/kg/entities/:id/relations',
    }),
  ),
  memories: Type.Array(
    Type.Object({ id: Id, namespace: MemoryNamespace, text: Type.String(), createdAt: Time }),
    { description: `What memory says of it, the newest ${graphLimits.shownMemories}` },
  ),
  contactId: OrNull(Id),
  private: Type.Boolean({
    description:
      'Something of it is seen by you alone, as it is from your conversations. PATCH with shared lets everybody see it',
  }),
});

const isPosition = (value: unknown): value is EntityPosition => {
  const { by, no } = (value ?? {}) as Partial<Record<keyof EntityPosition, unknown>>;
  return (typeof by === 'string' || typeof by === 'number') && Number.isSafeInteger(no);
};

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

export const graph = {
  'graph.stats': json({
    route: 'GET /api/kg/stats',
    who: 'person',
    summary: 'How much the graph holds.',
    status: 200,
    refuses: [],
    returns: Type.Object({
      entities: Type.Integer({ minimum: 0 }),
      relations: Type.Integer({ minimum: 0 }),
      memories: Type.Integer({ minimum: 0, description: 'Entries of memory that mention an entity' }),
      byKind: Type.Object(
        Object.fromEntries(ENTITY_KINDS.map((kind) => [kind, Type.Integer({ minimum: 0 })])),
      ),
    }),
    handle: async ({ graph }, { asker }) => {
      const { byKind, relations, memories } = await graph.of(asker.person).counts();
      const counts = ENTITY_KINDS.map((kind) => [kind, byKind[kind] ?? 0] as const);
      return {
        entities: counts.reduce((sum, [, count]) => sum + count, 0),
        relations,
        memories,
        byKind: Object.fromEntries(counts),
      };
    },
  }),
  'graph.entities': json({
    route: 'GET /api/kg/entities',
    who: 'person',
    summary: 'List entities, or search them by words of their names, also misspelled ones.',
    status: 200,
    refuses: [],
    query: Type.Object({
      q: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: queryChars,
          description: 'The best come first, on one page, whatever sort says',
        }),
      ),
      kind: Type.Optional(EntityKindShape),
      sort: Type.Optional(Type.Enum([...ENTITY_SORTS], { default: 'recent' })),
      limit: limitQuery,
      cursor: cursorQuery,
    }),
    returns: Type.Object({ entities: Type.Array(EntityShape), nextCursor: NextCursor }),
    handle: async (
      { graph },
      { query: { q = null, kind = null, sort = 'recent', limit, cursor }, asker },
    ) => {
      const after = positionFrom(cursor, isPosition);
      const { items, next } = await graph.of(asker.person).list({
        q,
        kind,
        sort,
        limit: limit ?? listLimits.byDefault,
        after,
      });
      return { entities: items.map(shownEntity), nextCursor: cursorFrom(next) };
    },
  }),
  'graph.entity': json({
    route: 'GET /api/kg/entities/:id',
    who: 'person',
    paramsCheckedByService: true,
    summary:
      'An entity with its details, relations and memories, by its id or a name that no other has. The id of one that was merged away shows what it was merged into.',
    status: 200,
    refuses: ['entity_not_found', 'ambiguous_name'],
    returns: InFull,
    handle: async ({ graph: all }, { params, asker }) => {
      const graph = all.of(asker.person);
      const view = await graph.get(params.id);
      const { entity, detail, further, contradictions } = view;
      const memories = await graph.memories(asker.person, entity.entityId);
      const relations = await graph.relations(entity.entityId);
      return {
        ...shownEntity(view),
        detail,
        further: Object.fromEntries(Object.entries(further).map(([name, values]) => [name, [...values]])),
        contradictions: contradictions.map(shownValue),
        relations: relations.items.map(shownRelation),
        nextRelations: cursorFrom(relations.next),
        memories: memories.items.map(({ entryId, namespace, text, createdAt }) => ({
          id: entryId,
          namespace,
          text,
          createdAt: time(createdAt),
        })),
        contactId: entity.isContact ? entity.entityId : null,
        private: await graph.hasToShare(entity.entityId),
      };
    },
  }),
  'graph.relations': json({
    route: 'GET /api/kg/entities/:id/relations',
    who: 'person',
    paramsCheckedByService: true,
    summary: 'The relations of an entity that hold, in both directions, the newest first.',
    ours: true,
    status: 200,
    refuses: ['entity_not_found', 'ambiguous_name'],
    query: Type.Object({ limit: limitQuery, cursor: cursorQuery }),
    returns: Type.Object({ relations: Type.Array(RelationShape), nextCursor: NextCursor }),
    handle: async ({ graph }, { params, query: { limit = listLimits.byDefault, cursor }, asker }) => {
      const after = positionFrom(cursor, isNumber);
      const { items, next } = await graph.of(asker.person).relations(params.id, { limit, after });
      return { relations: items.map(shownRelation), nextCursor: cursorFrom(next) };
    },
  }),
  'graph.history': json({
    route: 'GET /api/kg/entities/:id/history',
    who: 'person',
    paramsCheckedByService: true,
    summary: `Everything that was stated of an entity, with what holds no more; the newest ${graphLimits.shownPast} of each.`,
    ours: true,
    status: 200,
    refuses: ['entity_not_found', 'ambiguous_name'],
    returns: Type.Object({
      names: Type.Array(Type.Object({ text: Type.String(), createdAt: Time, supersededAt: OrNull(Time) })),
      values: Type.Array(StatedValueShape),
      relations: Type.Array(RelationShape),
    }),
    handle: async ({ graph }, { params, asker }) => {
      const { names, facts, relations } = await graph.of(asker.person).history(params.id);
      return {
        names: names
          .filter(({ hides }) => !hides)
          .map(({ text, createdAt, supersededAt }) => ({
            text,
            createdAt: time(createdAt),
            supersededAt: supersededAt === null ? null : time(supersededAt),
          })),
        values: facts.map(shownValue),
        relations: relations.map(shownRelation),
      };
    },
  }),
  'graph.around': json({
    route: 'GET /api/kg/graph',
    who: 'person',
    summary: 'An entity with what is related to it, and with what is related to that.',
    ours: true,
    status: 200,
    refuses: ['entity_not_found', 'ambiguous_name'],
    query: Type.Object({
      around: Reference,
      depth: Type.Optional(
        Type.Integer({ minimum: 1, maximum: mostDepth, default: 1, description: 'Over so many relations' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: nodes, default: 80, description: 'The most nodes' }),
      ),
    }),
    returns: Type.Object({
      nodes: Type.Array(
        Type.Object({
          entityId: Id,
          name: Type.String(),
          kind: EntityKindShape,
          mentionCount: Type.Integer({ minimum: 0 }),
        }),
        { description: 'The one in the middle first, then by distance' },
      ),
      edges: Type.Array(RelationShape),
      truncated: Type.Boolean({ description: 'There is more within this depth' }),
    }),
    handle: async ({ graph }, { query: { around, depth = 1, limit = 80 }, asker }) => {
      const { nodes: found, edges, truncated } = await graph.of(asker.person).around(around, depth, limit);
      return {
        nodes: found.map(({ entityId: id, name, kind, mentionCount }) => ({
          entityId: id,
          name,
          kind,
          mentionCount,
        })),
        edges: edges.map(shownRelation),
        truncated,
      };
    },
  }),
  'graph.save': json({
    route: 'POST /api/kg/entities',
    who: 'person',
    summary:
      'Add an entity. One that is recognised by its personal address, its own domain, its VAT number, or its name alone is completed instead.',
    ours: true,
    status: 201,
    already: 'The entity that was recognised, with what was new',
    refuses: ['ambiguous_name', 'invalid_entity'],
    body: Type.Object(
      {
        kind: EntityKindShape,
        name: NameInput,
        aliases: aliases('Further names that it has'),
        detail: Type.Optional(DetailInput),
        isNew: Type.Optional(
          Type.Boolean({
            description: 'Add it even if there is one of this name, with the same address or number',
          }),
        ),
        confidence: Confidence,
      },
      closed,
    ),
    returns: EntityShape,
    handle: async ({ graph: all }, { body, asker }) => {
      const graph = all.of(asker.person);
      const { entityId: id, isNew } = await graph.save(body, fromOwner);
      const shown = shownEntity(await graph.get(id));
      return isNew ? shown : already(shown);
    },
  }),
  'graph.edit': json({
    route: 'PATCH /api/kg/entities/:id',
    who: 'person',
    paramsCheckedByService: true,
    summary:
      'Change an entity. What the owner says takes the place of what was there; that stays in its history.',
    ours: true,
    status: 200,
    refuses: ['entity_not_found', 'ambiguous_name', 'invalid_entity'],
    body: Type.Object(
      {
        name: Type.Optional(NameInput),
        aliases: aliases('Further names that it has'),
        withoutAliases: aliases('Names that it does not have'),
        detail: Type.Optional(DetailInput),
        shared: Type.Optional(
          Type.Literal(true, {
            description:
              'Everybody who was let in sees of it what only you see now; that cannot be taken back',
          }),
        ),
      },
      closed,
    ),
    returns: EntityShape,
    handle: async ({ graph: all }, { params, body: { shared, ...edit }, asker }) => {
      const graph = all.of(asker.person);
      const { entityId: id } = await graph.save({ ...edit, entityId: params.id }, fromOwner);
      if (shared === true) await graph.share(id);
      return shownEntity(await graph.get(id));
    },
  }),
  'graph.erase': json({
    route: 'DELETE /api/kg/entities/:id',
    who: 'person',
    paramsCheckedByService: true,
    summary:
      'Remove an entity for good, with everything that was stated of it and of all that was merged into it.',
    ours: true,
    status: 204,
    refuses: ['entity_not_found', 'ambiguous_name', 'entity_merged'],
    handle: async ({ graph, merges }, { params, asker }) => {
      await graph.of(asker.person).erase(params.id);
      await merges.forgetErased();
      return undefined;
    },
  }),
  'graph.relate': json({
    route: 'POST /api/kg/relations',
    who: 'person',
    summary:
      'Relate two entities. A relation of this kind between them gets the new dates; it is not repeated.',
    ours: true,
    status: 201,
    already: 'It is known already, as it was given',
    refuses: ['entity_not_found', 'ambiguous_name', 'invalid_entity'],
    body: Type.Object(
      {
        from: Reference,
        kind: Type.String({
          minLength: 1,
          maxLength: relationKindChars,
          description: 'A few words, such as works_for, read from the first to the second',
        }),
        to: Reference,
        since: DayInput,
        until: DayInput,
        confidence: Confidence,
      },
      closed,
    ),
    returns: Type.Object({ relationId: Id }),
    handle: async ({ graph }, { body, asker }) => {
      const { relationId, isNew } = await graph.of(asker.person).relate(body, fromOwner);
      return isNew ? { relationId } : already({ relationId });
    },
  }),
  'graph.unrelate': json({
    route: 'DELETE /api/kg/relations/:id',
    who: 'person',
    summary: 'A relation holds no more; it stays in the history.',
    ours: true,
    status: 204,
    refuses: ['relation_not_found'],
    handle: async ({ graph }, { params, asker }) => {
      await graph.of(asker.person).unrelate(params.id);
      return undefined;
    },
  }),
};
