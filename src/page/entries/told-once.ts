import type { Relation } from './entries.ts';

/** The relations that say the same. */
export interface ToldOnce {
  /** The one of them that is shown. */
  readonly relation: Relation;
  readonly same: readonly Relation[];
}

/** Each relation once, in their order: two entries that were merged may have brought the same one. */
export function toldOnce(relations: readonly Relation[]): readonly ToldOnce[] {
  const found = new Map<string, Relation[]>();
  for (const relation of relations) {
    const { from, kind, to, since, until } = relation;
    const says = JSON.stringify([from.entityId, kind, to.entityId, since, until]);
    found.set(says, [...(found.get(says) ?? []), relation]);
  }
  return [...found.values()].flatMap((same) => (same[0] === undefined ? [] : [{ relation: same[0], same }]));
}
