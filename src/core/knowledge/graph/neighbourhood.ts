import type { EntityId } from '../../kernel/ids.ts';
import type { Entity, Relation } from './model.ts';
import type { GraphStore } from './store.ts';

export interface Neighbourhood {
  /** The one in the middle first, then by their distance from it. */
  readonly nodes: readonly Entity[];
  /** The current relations that led from one to the next. */
  readonly edges: readonly Relation[];
  /** There is more within this depth. */
  readonly truncated: boolean;
}

/** What is at most `depth` relations away from an entity, breadth first, until there are `limit` nodes. */
export async function neighbourhood(
  store: GraphStore,
  middle: Entity,
  depth: number,
  limit: number,
): Promise<Neighbourhood> {
  const known = new Set<EntityId>([middle.entityId]);
  const edges = new Map<string, Relation>();
  let edge: readonly EntityId[] = [middle.entityId];
  let truncated = false;
  const mostEdges = 4 * limit;
  for (let step = 1; step <= depth && edge.length > 0; step++) {
    const found = await store.edges(edge, mostEdges + 1);
    truncated ||= found.length > mostEdges;
    const next: EntityId[] = [];
    for (const relation of found.slice(0, mostEdges)) {
      const ends = [relation.from.entityId, relation.to.entityId];
      const others = ends.filter((id) => !known.has(id));
      if (known.size + others.length > limit) {
        truncated = true;
        continue;
      }
      for (const id of others) {
        known.add(id);
        next.push(id);
      }
      edges.set(relation.relationId, relation);
    }
    edge = next;
  }
  return { nodes: await store.entities([...known]), edges: [...edges.values()], truncated };
}
