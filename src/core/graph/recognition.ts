import type { EntityId } from '../kernel/ids.ts';
import type { EntityFinder } from './finding.ts';
import { graphLimits } from './limits.ts';
import { IDENTITY, type Entity, type EntityKind, type Fact } from './model.ts';
import type { Checked, ContactPoints } from './port.ts';
import type { GraphStore } from './store.ts';

export interface Recognising {
  readonly store: GraphStore;
  readonly finder: EntityFinder;
  readonly points: ContactPoints;
}

/**
 * The entity that a name and details speak of; null if it is a new one. A personal address, a firm's own domain and a VAT
 * number recognise it. A name does only if one entity has it, and nothing that is known of that contradicts: two firms of
 * one name with different domains are two firms.
 * @throws Refusal ambiguous_name with the candidates if it cannot be told
 */
export async function recognised(
  { store, finder, points }: Recognising,
  kind: EntityKind,
  name: string,
  details: ReadonlyMap<string, Checked | null>,
): Promise<Entity | null> {
  const marks = identityOf(kind, details, points);
  const having = new Map<EntityId, Entity>();
  for (const [attribute, key] of marks)
    for (const entity of await store.having(attribute, key, graphLimits.candidates))
      if (entity.kind === kind) having.set(entity.entityId, entity);
  const [known, ...more] = having.values();
  if (known && more.length === 0) return known;
  if (known) throw await finder.ambiguous(name, [...having.values()]);

  const called = await finder.called(name, kind);
  const possible: Entity[] = [];
  let isUnsure = false;
  for (const entity of called) {
    const facts = await store.facts(entity.entityId, { history: false, limit: graphLimits.shownPast });
    const differing = [...marks].filter(([attribute, key]) => differs(facts, attribute, key));
    if (differing.length > 0 && kind === 'organization') continue;
    // People have several addresses, so another one says neither that it is someone else nor that it is not.
    isUnsure ||= differing.length > 0;
    possible.push(entity);
  }
  if (possible.length === 0) return null;
  if (possible.length > 1 || isUnsure) throw await finder.ambiguous(name, possible);
  return possible[0] ?? null;
}

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
    if (attribute === 'domain' && points.isPublicMail(key)) continue;
    marks.set(attribute, key);
  }
  return marks;
}
