import { factId, relationId, type EntityId, type RelationId } from '../../kernel/ids.ts';
import type { GraphChange, GraphStore, ImportNote } from './store.ts';
import type { Entity, Fact, NameStatement, Relation } from './model.ts';
import type { Said } from './statements.ts';

/** Everything that was ever said of one entity. */
interface Statements {
  readonly entity: Entity;
  readonly isMerged: boolean;
  readonly names: readonly NameStatement[];
  readonly facts: readonly Fact[];
  readonly relations: readonly Relation[];
  readonly notes: readonly ImportNote[];
}

export async function statementsOf(store: GraphStore, id: EntityId): Promise<Statements | null> {
  const entity = await store.get(id);
  if (entity === null) return null;
  const all = { history: true, limit: null } as const;
  const [members, names, facts, relations, notes] = [
    await store.members(entity.rootId),
    await store.names(entity.rootId),
    await store.facts(entity.rootId, all),
    await store.relations(entity.rootId, all),
    await store.importNotes(id),
  ];
  return { entity, isMerged: members.length > 1, names, facts, relations, notes };
}

const isOf =
  (tool: string) =>
  (one: { readonly source: Said['source'] }): boolean =>
    one.source.tool === tool;

/** Whether its first name is from this source. */
export const isBroughtBy = ({ entity, names }: Statements, tool: string): boolean =>
  names.find(({ about }) => about === entity.entityId)?.source.tool === tool;

/** What another import has said, and says no more. */
const isTakenBack = (one: NameStatement | Fact | Relation): boolean =>
  one.source.origin === 'import' && (one.supersededAt !== null || ('hides' in one && one.hides));

/** Whether nobody else has said anything of it, and nobody is related to it. */
export function isOnlyOf({ entity, isMerged, names, facts, relations }: Statements, tool: string): boolean {
  const others = [...names, ...facts, ...relations].some((one) => !isOf(tool)(one) && !isTakenBack(one));
  const isNeeded = relations.some(
    ({ stated, supersededAt }) => stated.from !== entity.entityId && supersededAt === null,
  );
  return !isMerged && !others && !isNeeded && entity.mentionCount === 0;
}

const isCurrent = ({ supersededAt }: { readonly supersededAt: number | null }): boolean =>
  supersededAt === null;

/**
 * Only what still holds is taken back: what was stated since has its place.
 * @param isUsed something hangs on it as on a contact
 */
export function takenBack(
  known: Statements,
  tool: string,
  isUsed: boolean,
  said: Pick<Said, 'at' | 'nextId'>,
): readonly GraphChange[] {
  const { entity } = known;
  const isOwn = isOf(tool);
  const name = nameBefore(known, isOwn) ?? entity.name;
  return [
    ...factsBack(known, isOwn, said),
    ...entityBack(known, tool, name, isUsed, said),
    ...namesBack(known, isOwn, name, said),
    ...relationsBack(known, isOwn, said),
  ];
}

type IsOwn = ReturnType<typeof isOf>;

/**
 * All that the fact took the place of, also over others of its source. Where the source had stated the same before, what
 * came in between was taken back, and this was stated again.
 */
function replacedBy(fact: Fact, facts: readonly Fact[], isOwn: IsOwn): readonly Fact[] {
  const same = facts.findLastIndex(
    (one) => isOwn(one) && one.key === fact.key && one.attribute === fact.attribute,
  );
  const isBetween = (one: Fact): boolean => facts.indexOf(one) < same;
  const under = (by: Fact): readonly Fact[] =>
    facts
      .filter(({ supersededBy }) => supersededBy === by.factId)
      .flatMap((one) => (isOwn(one) || isBetween(one) ? under(one) : [one]));
  return under(fact);
}

function factsBack(
  { entity: { entityId }, facts }: Statements,
  isOwn: IsOwn,
  { at, nextId }: Pick<Said, 'at' | 'nextId'>,
): readonly GraphChange[] {
  const own = facts.filter((one) => isOwn(one) && isCurrent(one) && one.about === entityId);
  // In the order in which they were stated.
  return own.toReversed().flatMap((fact): GraphChange[] => {
    const before = replacedBy(fact, facts, isOwn)
      .toReversed()
      .map((one) => ({ ...one, factId: factId(nextId()) }));
    return [
      ...before.map(
        ({ factId: id, attribute, value, key, confidence, source, seenBy }) =>
          ({
            change: 'fact.add',
            entityId,
            factId: id,
            attribute,
            value,
            key,
            confidence,
            source,
            seenBy,
            at,
          }) as const,
      ),
      { change: 'fact.supersede', factId: fact.factId, by: before.at(-1)?.factId ?? null, at },
    ];
  });
}

/** What it was called before, if it is still called as its source calls it, and that name still is one of its own. */
function nameBefore({ entity, names, notes }: Statements, isOwn: IsOwn): string | null {
  const { from = null, to = null } = notes.find(isOwn)?.renamed ?? {};
  const isName = names.some(
    (one) => one.text === from && one.about === entity.entityId && isCurrent(one) && !one.hides,
  );
  return to === entity.name && isName ? from : null;
}

function entityBack(
  { entity: { entityId, name: now, isContactItself }, notes }: Statements,
  tool: string,
  name: string,
  isUsed: boolean,
  { at }: Pick<Said, 'at'>,
): readonly GraphChange[] {
  const own = notes.filter(isOf(tool));
  if (own.length === 0) return [];
  const by = notes.filter(({ isContact }) => isContact);
  const ends = isContactItself && !isUsed && by.length > 0 && by.every(isOf(tool));
  return [
    { change: 'import.takeBack', entityId, tool },
    ...(ends || name !== now
      ? [
          {
            change: 'entity.set',
            entityId,
            ...(ends ? { isContact: false } : {}),
            ...(name === now ? {} : { name }),
            at,
          } as const,
        ]
      : []),
  ];
}

/** @param kept what the entity is called */
function namesBack(
  { entity: { entityId }, names }: Statements,
  isOwn: IsOwn,
  kept: string,
  { at }: Pick<Said, 'at'>,
): readonly GraphChange[] {
  const current = names.filter((one) => isCurrent(one) && !one.hides && one.about === entityId);
  const keys = new Set(current.flatMap((one) => (isOwn(one) && one.text !== kept ? [one.key] : [])));
  return [...keys].flatMap((key): GraphChange[] => {
    const spelled = current.filter((one) => one.key === key);
    const [first] = spelled.filter(isOwn);
    if (first === undefined) return [];
    // A key is hidden with all its spellings, so those of others are stated again.
    const others = spelled.filter((one) => !isOwn(one) || one.text === kept);
    return [
      {
        change: 'name.add',
        entityId,
        text: first.text,
        key,
        hides: true,
        source: first.source,
        seenBy: first.seenBy,
        at,
      },
      ...others.map(
        ({ text, source, seenBy }) =>
          ({ change: 'name.add', entityId, text, key, hides: false, source, seenBy, at }) as const,
      ),
    ];
  });
}

function relationsBack(
  { entity: { entityId }, relations }: Statements,
  isOwn: IsOwn,
  { at, nextId }: Pick<Said, 'at' | 'nextId'>,
): readonly GraphChange[] {
  const from = relations.filter(({ stated }) => stated.from === entityId);
  const current = from.filter((one) => isOwn(one) && isCurrent(one));
  const kinds = new Set(current.map(({ kind }) => kind));
  const own = (of: string) => from.filter((one) => isOwn(one) && one.kind === of);
  // As of facts: what came between two of the same was taken back.
  const isBetween = (one: Relation): boolean =>
    own(one.kind).some(
      (again) =>
        again.relationId === one.supersededBy &&
        own(one.kind).some(
          (first) => first.stated.to === again.stated.to && from.indexOf(first) > from.indexOf(one),
        ),
    );
  return [
    ...current.map(
      (one) => ({ change: 'relation.supersede', relationId: one.relationId, by: null, at }) as const,
    ),
    ...[...kinds].flatMap((of) => {
      const replacing = new Set<RelationId | null>(own(of).map((one) => one.relationId));
      return from
        .filter((one) => one.kind === of && !isOwn(one) && replacing.has(one.supersededBy) && !isBetween(one))
        .map(
          ({ kind, stated, since, until, confidence, source, seenBy }) =>
            ({
              change: 'relation.add',
              relationId: relationId(nextId()),
              kind,
              ...stated,
              since,
              until,
              confidence,
              source,
              seenBy,
              at,
            }) as const,
        );
    }),
  ];
}
