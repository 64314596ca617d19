import { Type } from 'typebox';
import { graphLimits } from '../../core/knowledge/graph/limits.ts';
import type { EntityInFull, Relation } from '../../core/knowledge/graph/model.ts';
import type { Source } from '../../core/knowledge/memory/model.ts';
import {
  Confidence,
  DayInput,
  DetailInput,
  EntityKindShape,
  NameInput,
  Reference,
} from '../http/entity-shapes.ts';
import { toldEntity } from '../../core/knowledge/told/model.ts';
import { tool, type ToolIo } from '../row.ts';
import { closed } from '../shapes.ts';

/** The agent states it in a run: it never takes the place of what the owner said. */
export const statedBy = ({ runId, threadId }: ToolIo, tool: string): Source => ({
  origin: 'agent',
  runId,
  threadId,
  tool,
});

/** As their renderers take them. */
export interface FoundEntity {
  readonly view: EntityInFull;
  readonly relations: readonly Relation[];
}

const FOUND = 10;

export const graph = [
  tool({
    name: 'save_entity',
    family: 'graph',
    summary:
      'Keeps what your owner said of a person, an organization or a thing. One that is known is completed: by its id, its own address or number, or a name that only it has. If several fit, you get them, and name one by its id.',
    input: Type.Object(
      {
        entity_id: Type.Optional(Type.String({ minLength: 1, description: 'Of one that is known' })),
        kind: Type.Optional(EntityKindShape),
        name: Type.Optional(NameInput),
        aliases: Type.Optional(Type.Array(NameInput, { maxItems: graphLimits.aliases })),
        detail: Type.Optional(DetailInput),
        is_new: Type.Optional(
          Type.Boolean({ description: 'It is another one than those of this name that are known' }),
        ),
        confidence: Confidence,
      },
      closed,
    ),
    effect: 'effect',
    consent: 'write_local',
    handle: async ({ graph }, { entity_id, is_new, ...draft }, io) => {
      const saved = await graph.of(io.personId).save(
        {
          ...draft,
          ...(entity_id === undefined ? {} : { entityId: entity_id }),
          ...(is_new === undefined ? {} : { isNew: is_new }),
        },
        statedBy(io, 'save_entity'),
      );
      return { saved, view: await graph.of(io.personId).get(saved.entityId) };
    },
    tells: ({ saved }) => [toldEntity(saved.entityId)],
  }),
  tool({
    name: 'relate_entities',
    family: 'graph',
    summary:
      'Keeps how two entities are related, such as works_for, and since when or until when. Both must be known: save them first.',
    input: Type.Object(
      {
        from: Reference,
        kind: Type.String({ minLength: 1, maxLength: graphLimits.relationKindChars }),
        to: Reference,
        since: DayInput,
        until: DayInput,
        confidence: Confidence,
      },
      closed,
    ),
    effect: 'effect',
    consent: 'write_local',
    handle: async ({ graph }, draft, io) =>
      await graph.of(io.personId).relate(draft, statedBy(io, 'relate_entities')),
  }),
  tool({
    name: 'find_entities',
    family: 'graph',
    summary:
      'Finds people, organizations and things by words of their names, with what is known of them and how they are related.',
    input: Type.Object(
      {
        query: Type.String({ minLength: 1, maxLength: graphLimits.queryChars }),
        kind: Type.Optional(EntityKindShape),
      },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    handle: async ({ graph: all }, { query, kind = null }, { personId }): Promise<readonly FoundEntity[]> => {
      const graph = all.of(personId);
      const found = await graph.find(query, kind, FOUND);
      return await Promise.all(
        found.map(async (view) => ({ view, relations: (await graph.relations(view.entity.entityId)).items })),
      );
    },
    tells: (found) => found.map(({ view }) => toldEntity(view.entity.entityId)),
  }),
];
