import type { EntityId } from '../../kernel/ids.ts';
import type { EntityFinder } from './finding.ts';
import { graphLimits } from './limits.ts';
import { IDENTITY, type Entity, type EntityKind, type Fact } from './model.ts';
import type { Checked, ContactPoints } from './port.ts';
import { isGeneration, nameKey, sameName } from './names.ts';
import type { GraphStore } from './store.ts';

export interface Recognising {
  readonly store: GraphStore;
  readonly finder: EntityFinder;
  readonly points: ContactPoints;
}

/**
 * Finds the existing entity that a name and its details refer to; null if it is a new one. This decides when two
 * contacts are taken for one, also in imports.
 *
 * A personal email address, a company's own domain or a VAT number identifies an entity, unless a person's full name
 * contradicts it: families share an address. A name identifies one only if no other entity has that name and no known
 * detail contradicts it: two companies of one name with different domains are two companies.
 * @param counts which entities may be considered
 * @param isNamesake several entities have this name, so it identifies none of them
 * @throws Refusal ambiguous_name with the candidates if it cannot be decided
 */
export async function recognised(
  { store, finder, points }: Recognising,
  kind: EntityKind,
  name: string,
  details: ReadonlyMap<string, Checked | null>,
  counts: (entity: Entity) => boolean,
  isNamesake: boolean,
): Promise<Entity | null> {
  const marks = identityOf(kind, details, points);
  const having = new Map<EntityId, Entity>();
  for (const [attribute, key] of marks)
    for (const entity of await store.having(attribute, key, graphLimits.candidates))
      if (entity.kind === kind && counts(entity)) having.set(entity.entityId, entity);
  if (having.size > 0) {
    const known = kind === 'person' ? await named(store, [...having.values()], name) : [...having.values()];
    const [only] = known;
    if (only && known.length === 1) return only;
    if (only) throw await finder.ambiguous(name, known);
    throw await finder.ambiguous(name, [...having.values()], 'email');
  }

  if (isNamesake) return null;
  const called = (await finder.called(name, kind)).filter(counts);
  // Of these, only organizations are told apart by what is known of them.
  if (called.length > 1 && kind !== 'organization') throw await finder.ambiguous(name, called);
  const known = await store.known(called.map(({ entityId }) => entityId));
  const possible: Entity[] = [];
  let isUnsure = false;
  for (const entity of called) {
    const { facts = [] } = known.get(entity.entityId) ?? {};
    const differing = [...marks].filter(([attribute, key]) => differs(facts, attribute, key));
    if (differing.length > 0 && kind === 'organization') continue;
    // People have several addresses, so another one says neither that it is someone else nor that it is not.
    isUnsure ||= differing.length > 0;
    possible.push(entity);
  }
  if (possible.length === 0) return null;
  if (possible.length > 1) throw await finder.ambiguous(name, possible);
  if (isUnsure) throw await finder.ambiguous(name, possible, 'name');
  return possible[0] ?? null;
}

/**
 * Among entities that share an address, those that the name can refer to: the ones with this name, or else those whose
 * names do not contradict it.
 */
async function named(store: GraphStore, having: readonly Entity[], name: string): Promise<readonly Entity[]> {
  const known = await store.known(having.map(({ entityId }) => entityId));
  const namesOf = ({ entityId, name: shown }: Entity): readonly string[] => [
    shown,
    ...(known.get(entityId)?.names ?? []).flatMap((one) =>
      one.supersededAt === null && !one.hides ? [one.text] : [],
    ),
  ];
  const same = having.filter((entity) => namesOf(entity).some((one) => sameName('person', one, name)));
  if (same.length > 0) return same;
  return having.filter((entity) => namesOf(entity).some((one) => mayBeOne(one, name)));
}

/**
 * Whether two names may be those of one person: a name of one word says too little to contradict, one may be a part of the
 * other, and an initial stands for a name that begins with it.
 */
export function mayBeOne(a: string, b: string): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  if (one.length < 2 || other.length < 2) return true;
  // "Bob Jones" and "Bob Jones Jr." share a house, and often an address.
  if (one.find(isGeneration) !== other.find(isGeneration)) return false;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.every((word) => long.includes(word))) return true;
  const [first = '', second = ''] = [one[0], other[0]];
  return Math.min(first.length, second.length) === 1 && first[0] === second[0];
}

const wordsOf = (name: string): readonly string[] => (nameKey('person', name) ?? '').split(' ');

const differs = (facts: readonly Fact[], attribute: string, key: string): boolean => {
  const current = facts.filter((fact) => fact.attribute === attribute && fact.value !== null);
  return current.length > 0 && current.every((fact) => fact.key !== key);
};

function identityOf(
  kind: EntityKind,
  details: ReadonlyMap<string, Checked | null>,
  points: ContactPoints,
): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  for (const attribute of IDENTITY[kind] ?? []) {
    const key = details.get(attribute)?.key;
    if (key === undefined) continue;
    if (attribute === 'email' && !points.isPersonal(key)) continue;
    if (attribute === 'domain' && points.isShared(key)) continue;
    marks.set(attribute, key);
  }
  return marks;
}
