import { refuse } from './errors.ts';
import { collectionLimits as limits } from './limits.ts';
import type { Collection } from './model.ts';
import type { Put } from './put-records.ts';
import { bytesOf } from './rows.ts';
import type { CollectionStore } from './store.ts';
import { MIB } from '../../kernel/bytes.ts';
import { shareOfMembers } from '../../trust/people/limits.ts';

/**
 * Collections belong to the house, so all members share one part, and the rest stays free for the owner.
 * @throws Refusal too_many_collections if there is no room for one more
 */
export function checkPlace(count: number, isMember: boolean): void {
  const most = isMember ? shareOfMembers(limits.collections) : limits.collections;
  if (count >= most) throw refuse.too_many_collections({ most, isShare: isMember });
}

/**
 * Refuses changes that there is no room for, of a member in their part of it.
 * @throws Refusal too_many_records, collections_full
 */
export async function checkRoom(
  { store, isMember }: { readonly store: CollectionStore; readonly isMember: boolean },
  collection: Collection,
  puts: readonly Put[],
): Promise<void> {
  const more = puts.filter(({ before }) => before === null).length;
  if (collection.recordCount + more > limits.records)
    throw refuse.too_many_records({ recordCount: collection.recordCount, most: limits.records });
  const bytes = puts.reduce((sum, { before, after }) => sum + bytesOf(after) - (before?.bytes ?? 0), 0);
  const most = isMember ? shareOfMembers(limits.bytes) : limits.bytes;
  if (bytes > 0 && (await store.totalBytes()) + bytes > most)
    throw refuse.collections_full({ most, mb: most / MIB, isShare: isMember });
}
