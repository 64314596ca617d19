import type { MergeId } from '../../kernel/ids.ts';
import type { MergeRecord } from './model.ts';

/** The reversal records, one file each. Every write is synced before it resolves. */
export interface MergeRecords {
  /** Adds a record or replaces it, whole. @throws Refusal disk_full, storage_error */
  write(record: MergeRecord): Promise<void>;
  /** Null if there is no such record, or its file cannot be read as one. */
  read(mergeId: string): Promise<MergeRecord | null>;
  /** All that can be read, in no order. What cannot be read is left where it is. */
  all(): Promise<readonly MergeRecord[]>;
  /** Repeatable. */
  remove(mergeId: MergeId): Promise<void>;
}
