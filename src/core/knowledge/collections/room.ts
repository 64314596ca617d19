import { refuse } from './errors.ts';
import { collectionLimits as limits } from './limits.ts';
import type { Collection } from './model.ts';
import type { Put } from './put-records.ts';
import { bytesOf } from './rows.ts';
import type { CollectionStore } from './store.ts';
import { MIB } from '../../kernel/bytes.ts';

/** Refuses changes that there is no room for. @throws Refusal too_many_records, collections_full */
export async function checkRoom(
  store: CollectionStore,
  collection: Collection,
  puts: readonly Put[],
): Promise<void> {
  const more = puts.filter(({ before }) => before === null).length;
  if (collection.recordCount + more > limits.records)
    throw refuse.too_many_records({ recordCount: collection.recordCount, most: limits.records });
  const bytes = puts.reduce((sum, { before, after }) => sum + bytesOf(after) - (before?.bytes ?? 0), 0);
  if (bytes > 0 && (await store.totalBytes()) + bytes > limits.bytes)
    throw refuse.collections_full({ most: limits.bytes, mb: limits.bytes / MIB });
}
