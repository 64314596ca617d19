import { factId, relationId, type EntityId } from '../../kernel/ids.ts';
import type { GraphChange, GraphStore } from './store.ts';
import type { Entity, Fact, NameStatement, Relation } from './model.ts';
import type { Said } from './statements.ts';

/** Everything that was ever said of one entity. */
interface Statements {
  readonly entity: Entity;
  readonly isMerged: boolean;
  readonly names: readonly NameStatement[];
  readonly facts: readonly Fact[];
  readonly relations: readonly Relation[];
}

export async function statementsOf(store: GraphStore, id: EntityId): Promise<Statements | null> {
  const entity = await store.get(id);
  if (entity === null) return null;
  const all = { history: true, limit: null } as const;
  const [members, names, facts, relations] = [
    await store.members(entity.rootId),
    await store.names(entity.rootId),
    await store.facts(entity.rootId, all),
    await store.relations(entity.rootId, all),
  ];
  return { entity, isMerged: members.length > 1, names, facts, relations };
}

const isOf =
  (tool: string) =>
  (one: { readonly source: Said['source'] }): boolean =>
    one.source.tool === tool;

/** Whether its first name is from this source. */
export const isBroughtBy = ({ entity, names }: Statements, tool: string): boolean =>
  names.find(({ about }) => about === entity.entityId)?.source.tool === tool;

/** Whether nobody else has said anything of it, and nobody is related to it. */
export function isOnlyOf({ entity, isMerged, names, facts, relations }: Statements, tool: string): boolean {
  const others = [...names, ...facts, ...relations].some((one) => !isOf(tool)(one));
  const isNeeded = relations.some(
    ({ stated, supersededAt }) => stated.from !== entity.entityId && supersededAt === null,
  );
  return !isMerged && !others && !isNeeded && entity.mentionCount === 0;
}

/** Only what still holds is taken back: what was stated since has its place. */
export function takenBack(
  { entity, names, facts, relations }: Statements,
  tool: string,
  { at, nextId }: Pick<Said, 'at' | 'nextId'>,
): readonly GraphChange[] {
  const { entityId } = entity;
  const isCurrent = ({ supersededAt }: { readonly supersededAt: number | null }): boolean =>
    supersededAt === null;
  const isOwn = isOf(tool);
  const changes: GraphChange[] = [];
  for (const fact of facts.filter((one) => isOwn(one) && isCurrent(one) && one.about === entityId)) {
    const before = facts.find((one) => one.supersededBy === fact.factId && !isOwn(one));
    const id = before === undefined ? null : factId(nextId());
    if (before !== undefined && id !== null) {
      const { attribute, value, key, confidence, source } = before;
      changes.push({
        change: 'fact.add',
        entityId,
        factId: id,
        attribute,
        value,
        key,
        confidence,
        source,
        at,
      });
    }
    changes.push({ change: 'fact.supersede', factId: fact.factId, by: id, at });
  }
  for (const { text, key, source, ...name } of names)
    if (isOwn({ source }) && isCurrent(name) && !name.hides && text !== entity.name)
      changes.push({ change: 'name.add', entityId, text, key, hides: true, source, at });
  for (const relation of relations.filter(
    (one) => isOwn(one) && isCurrent(one) && one.stated.from === entityId,
  )) {
    changes.push({ change: 'relation.supersede', relationId: relation.relationId, by: null, at });
    const before = relations.filter(
      ({ kind, stated, supersededAt, ...one }) =>
        kind === relation.kind &&
        stated.from === entityId &&
        supersededAt === relation.createdAt &&
        !isOwn(one),
    );
    for (const { kind, stated, since, until, confidence, source } of before)
      changes.push({
        change: 'relation.add',
        relationId: relationId(nextId()),
        kind,
        ...stated,
        since,
        until,
        confidence,
        source,
        at,
      });
  }
  return changes;
}
