import { Type } from 'typebox';
import { graphLimits } from '../../core/knowledge/graph/limits.ts';
import {
  detailsOf,
  ENTITY_KINDS,
  type Entity,
  type EntityInFull,
  type Fact,
  type Relation,
} from '../../core/knowledge/graph/model.ts';
import type { Source } from '../../core/knowledge/memory/model.ts';
import { Id, OrNull, Time, time } from '../shapes.ts';

export const EntityKindShape = Type.Enum([...ENTITY_KINDS]);

export const SourceShape = Type.Object(
  {
    origin: Type.Enum(['user', 'agent', 'external', 'import']),
    runId: OrNull(Id),
    threadId: OrNull(Id),
    tool: OrNull(Type.String()),
  },
  { description: 'Who stated it: the owner (user), the agent in a run, others (external), or an import' },
);

const shownSource = ({ origin, runId, threadId, tool }: Source) => ({ origin, runId, threadId, tool });

export const EntityFields = {
  entityId: Id,
  kind: EntityKindShape,
  name: Type.String(),
  aliases: Type.Array(Type.String()),
  description: OrNull(Type.String()),
  mentionCount: Type.Integer({ minimum: 0, description: 'Entries of memory that mention it' }),
  firstSeenAt: Time,
  lastSeenAt: Time,
  mergedInto: OrNull(Id),
};
export const EntityShape = Type.Object(EntityFields);

export const shownEntity = ({ entity, aliases, detail }: EntityInFull) => ({
  ...shownPlain(entity),
  aliases,
  description: detail['description'] ?? null,
});

const shownPlain = ({ entityId, kind, name, mentionCount, firstSeenAt, lastSeenAt, mergedInto }: Entity) => ({
  entityId,
  kind,
  name,
  mentionCount,
  firstSeenAt: time(firstSeenAt),
  lastSeenAt: time(lastSeenAt),
  mergedInto,
});

export const StatedValueShape = Type.Object({
  attribute: Type.String(),
  value: OrNull(Type.String({ description: 'Null: it was stated that there is none' })),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  source: SourceShape,
  createdAt: Time,
  supersededAt: OrNull(Time),
});

export const shownValue = ({ attribute, value, confidence, source, createdAt, supersededAt }: Fact) => ({
  attribute,
  value,
  confidence,
  source: shownSource(source),
  createdAt: time(createdAt),
  supersededAt: supersededAt === null ? null : time(supersededAt),
});

export const EndShape = Type.Object({ entityId: Id, name: Type.String(), kind: EntityKindShape });

const Day = OrNull(
  Type.String({ description: 'As far as it is known: 2024, 2024-06 or 2024-06-30', maxLength: 10 }),
);

export const RelationShape = Type.Object({
  relationId: Id,
  kind: Type.String(),
  from: EndShape,
  to: EndShape,
  since: Day,
  until: Day,
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  source: SourceShape,
  createdAt: Time,
  supersededAt: OrNull(Time),
});

export const shownRelation = ({
  source,
  createdAt,
  supersededAt,
  supersededBy: _by,
  stated: _stated,
  seenBy: _seenBy,
  ...relation
}: Relation) => ({
  ...relation,
  source: shownSource(source),
  createdAt: time(createdAt),
  supersededAt: supersededAt === null ? null : time(supersededAt),
});

const attributes = [...new Set(Object.values(detailsOf).flatMap((details) => Object.keys(details)))];
const Value = OrNull(Type.String({ maxLength: graphLimits.valueChars }));

/** Values by attribute; the service says which the kind has. */
export const DetailInput = Type.Record(Type.String({ maxLength: 40 }), Value, {
  description: `Details by name; null takes one away. Each kind has some of: ${attributes.join(', ')}. Amounts are text, such as "12.50".`,
});

export const NameInput = Type.String({
  minLength: 1,
  maxLength: graphLimits.nameChars,
  pattern: '\\S',
  description: 'Its name; a former one stays an alias',
});
/** The id of an entity, or a name that only one has. */
export const Reference = Type.String({
  minLength: 1,
  maxLength: graphLimits.nameChars,
  description: 'Its id, or a name that no other has',
});
export const Confidence = Type.Optional(
  Type.Number({ minimum: 0, maximum: 1, description: 'How certain it is' }),
);
export const DayInput = Type.Optional(Day);
