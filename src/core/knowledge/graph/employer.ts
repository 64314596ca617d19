import { entityId as asEntityId, relationId, type EntityId } from '../../kernel/ids.ts';
import type { GraphChange, GraphStore } from './store.ts';
import { refuse } from './errors.ts';
import type { EntityFinder } from './finding.ts';
import { graphLimits } from './limits.ts';
import { WORKS_FOR, type Entity } from './model.ts';
import { checkedName, covers, mayReplace, type Said } from './statements.ts';
import { rankOf } from './view.ts';
import { say } from './says.ts';

/**
 * What changes when a person is said to work for an organization, named by its id or its name; null: for none. Nothing
 * if it is known. Relations to others hold no more, unless they are known better. An unknown organization is added.
 * @throws Refusal ambiguous_name if several have the name, invalid_entity
 */
export async function employerChanges(
  { store, finder }: { readonly store: GraphStore; readonly finder: EntityFinder },
  person: Entity,
  employer: string | null,
  said: Said,
): Promise<readonly GraphChange[]> {
  const name = employer?.trim() ?? '';
  if (person.kind !== 'person') {
    if (name === '') return [];
    throw refuse.invalid_entity({ attribute: 'company' }, say('graph.works_for'));
  }
  const { source, seenBy, confidence, at, nextId } = said;
  const stated = await store.statedFrom(person.entityId, WORKS_FOR, graphLimits.employers);
  const before = stated.filter(({ until }) => until === null);
  const replaced = before.filter((one) => rankOf(one) <= rankOf({ source }) && mayReplace(one, said));
  const superseded = (by: ReturnType<typeof relationId> | null, kept: EntityId | null): GraphChange[] =>
    replaced
      .filter(({ to }) => to.entityId !== kept)
      .map((one) => ({ change: 'relation.supersede', relationId: one.relationId, by, at }));
  if (name === '') return superseded(null, null);

  const known = await organization(finder, name);
  const stands = known && before.find((one) => one.to.entityId === known.entityId && covers(one, said));
  // What an import ends it ends by a statement of its own, so that it can be taken back.
  const isImport = source.origin === 'import';
  const isRestated = isImport && replaced.length > 1 && stands && replaced.includes(stands);
  // Whose company everybody sees is a firm that everybody sees.
  const changes: GraphChange[] =
    known && known.seenBy !== null && seenBy === null
      ? [{ change: 'entity.publish', entityId: known.entityId }]
      : [];
  if (stands && !isRestated) return [...changes, ...(isImport ? [] : superseded(null, stands.to.entityId))];
  const to = known?.entityId ?? asEntityId(nextId());
  if (!known) {
    const { name: text, key } = checkedName('organization', name);
    changes.push(
      { change: 'entity.add', entityId: to, kind: 'organization', name: text, isContact: false, seenBy, at },
      { change: 'name.add', entityId: to, text, key, hides: false, source, seenBy, at },
    );
  }
  const id = relationId(nextId());
  const ends = { from: person.entityId, to, since: null, until: null };
  changes.push({
    change: 'relation.add',
    relationId: id,
    kind: WORKS_FOR,
    ...ends,
    confidence,
    source,
    seenBy,
    at,
  });
  return [...changes, ...superseded(id, null)];
}

async function organization(finder: EntityFinder, name: string): Promise<Entity | null> {
  const byId = await finder.shown(asEntityId(name));
  if (byId?.kind === 'organization') return byId;
  const [only, ...others] = await finder.called(name, 'organization');
  if (only && others.length > 0) throw await finder.ambiguous(name, [only, ...others]);
  return only ?? null;
}
