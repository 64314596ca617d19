import type { RunId, ThreadId } from '../../kernel/ids.ts';
import type { ChangedFile } from './model.ts';

export type ChangesetChange =
  /**
   * Before files are changed: adds them to the pending set of the thread, or makes the set. The set then belongs to this
   * run, unless it belongs to a later one. Refused (`JournalConflict`) if the thread does not exist.
   */
  | {
      readonly change: 'changeset.track';
      readonly threadId: ThreadId;
      readonly runId: RunId;
      readonly files: readonly ChangedFile[];
      readonly at: number;
    }
  /**
   * After a review: removes each file from the set, or replaces it with what is left to review. A set without files is
   * deleted. A file that changed since `file` was read stays as it is.
   */
  | {
      readonly change: 'changeset.settle';
      readonly threadId: ThreadId;
      readonly files: readonly { readonly file: ChangedFile; readonly left: ChangedFile | null }[];
    };
