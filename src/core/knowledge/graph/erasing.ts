import { nameWords } from './search-words.ts';
import type { EntityId } from '../../kernel/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import { graphLimits } from './limits.ts';
import type { Leaving } from './port.ts';
import type { GraphChange, GraphStores } from './store.ts';

export interface ErasingDeps {
  readonly journal: Journal<GraphChange>;
  readonly stores: GraphStores;
  readonly leaving: Leaving;
}

/** In pieces, as an entity may have very much. Once its names are gone, it is gone on with after a crash. */
export async function erased(
  { stores, journal, leaving }: ErasingDeps,
  entityIds: readonly EntityId[],
): Promise<void> {
  const store = stores.ofEveryone();
  const members = new Map<EntityId, readonly EntityId[]>();
  for (const entityId of entityIds) {
    const names = await store.names(entityId);
    const words = names.filter(({ hides }) => !hides).flatMap(({ text }) => nameWords(text));
    members.set(
      entityId,
      (await store.members(entityId)).map((one) => one.entityId),
    );
    await leaving.leave(members.get(entityId) ?? []);
    await journal.commit([{ change: 'entity.unname', entityId, words }]);
  }
  if (entityIds.length === 0) return;
  await nameIndexRewritten({ stores, journal });
  const atMost = graphLimits.erasedAtOnce;
  for (const entityId of entityIds) {
    for (let of = await store.heavy(entityId, atMost); of !== null; of = await store.heavy(entityId, atMost))
      await journal.commit([{ change: 'entity.thin', entityId, of, atMost }], 'written');
    await journal.commit([{ change: 'entity.erase', entityId }]);
    // What was written in between by who found it still there.
    await leaving.leave(members.get(entityId) ?? []);
  }
}

/** The index of names forgets what was erased: it is written anew, a part at a time. Repeatable. */
export async function nameIndexRewritten({
  stores,
  journal,
}: Pick<ErasingDeps, 'stores' | 'journal'>): Promise<void> {
  await journal.commit([{ change: 'names.rewrite', part: 'first' }], 'written');
  while (await stores.ofEveryone().isNameIndexInParts())
    await journal.commit([{ change: 'names.rewrite', part: 'next' }], 'written');
}
