import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { EntityId } from '../../kernel/ids.ts';
import type { CollectionChange, CollectionStore, PutRecord } from './store.ts';
import { refuse } from './errors.ts';
import { collectionLimits as limits } from './limits.ts';
import type { Collection, Condition, Slot, StoredRecord } from './model.ts';
import { bytesOf, valueSlots, type GivenValues } from './rows.ts';

/** A record before a change and after it; `before` is null for a new one. */
export interface Put {
  readonly before: StoredRecord | null;
  readonly after: Pick<StoredRecord, 'recordNo' | 'recordId' | 'key' | 'values' | 'subjects'>;
}

/**
 * One commit. The caller is the only one who writes records.
 * @throws Refusal collection_changed, disk_full, storage_error
 */
export async function putAll(
  journal: Journal<CollectionChange>,
  collection: Collection,
  puts: readonly Put[],
  at: number,
): Promise<void> {
  if (puts.length === 0) return;
  const records = puts.map(recordOf);
  const bytesBefore = puts.reduce((sum, { before }) => sum + (before?.bytes ?? 0), 0);
  const change: CollectionChange = {
    change: 'records.put',
    collectionNo: collection.collectionNo,
    slots: valueSlots(collection),
    records,
    recordsMore: puts.filter(({ before }) => before === null).length,
    bytesMore: records.reduce((sum, { bytes }) => sum + bytes, 0) - bytesBefore,
    nextNo: Math.max(...records.map(({ recordNo }) => recordNo + 1)),
    at,
  };
  await committed(journal, change);
}

/** @throws Refusal collection_changed, disk_full, storage_error */
export async function committed(journal: Journal<CollectionChange>, change: CollectionChange): Promise<void> {
  try {
    await journal.commit([change]);
  } catch (error) {
    throw isJournalConflict(error) ? refuse.collection_changed({}, undefined, error) : error;
  }
}

function recordOf({ before, after }: Put): PutRecord {
  const slots = new Set([...Object.keys(after.subjects), ...Object.keys(before?.subjects ?? {})].map(Number));
  const changed = [...slots]
    .map((slot: Slot) => ({ slot, entityId: after.subjects[slot] ?? null }))
    .filter(({ slot, entityId }) => entityId !== (before?.subjects[slot] ?? null));
  return {
    recordNo: after.recordNo,
    recordId: after.recordId,
    isNew: before === null,
    key: after.key,
    values: after.values,
    subjects: changed,
    bytes: bytesOf(after),
  };
}

/** The record with these values replaced; its other values stay. */
export function withGiven(base: Put['after'], given: GivenValues): Put['after'] {
  const { recordNo, recordId: id, key, values, subjects } = base;
  const after = Object.entries({ ...subjects, ...given.subjects }).filter(
    (entry): entry is [string, EntityId] => entry[1] !== null,
  );
  return {
    recordNo,
    recordId: id,
    key,
    values: { ...values, ...given.values },
    subjects: Object.fromEntries(after),
  };
}

/**
 * The matching records in slices, oldest first. A slice is read only when the one before it was dealt with.
 * @param most in a slice; absent: as many as may change in one commit, which are fewer where columns have orders
 */
export async function* slices(
  store: CollectionStore,
  collection: Collection,
  where: Condition | null,
  most?: number,
): AsyncGenerator<readonly StoredRecord[]> {
  const slots = valueSlots(collection);
  const limit = most ?? Math.ceil(limits.slice / (1 + (await store.orders(collection.collectionNo)).length));
  let after = 0;
  for (;;) {
    const found = await store.matching({ collectionNo: collection.collectionNo, slots, where, limit, after });
    if (found.length > 0) yield found;
    const last = found.at(-1);
    if (!last || found.length < limit) return;
    after = last.recordNo;
  }
}
