import type { RunId, ThreadId } from '../kernel/ids.ts';
import type { ChangedFile } from './model.ts';

export type ChangesetChange =
  /**
   * Before files are changed: they join the pending set of the thread, which is made if there is none, and the set
   * belongs to this run unless a later one has it. Refused (`JournalConflict`) when the thread is gone.
   */
  | {
      readonly change: 'changeset.track';
      readonly threadId: ThreadId;
      readonly runId: RunId;
      readonly files: readonly ChangedFile[];
      readonly at: number;
    }
  /**
   * After a review: each file leaves the set, or stays with what is left of it; a set without files is gone. A file
   * that has been changed again since `file` was read stays as it is.
   */
  | {
      readonly change: 'changeset.settle';
      readonly threadId: ThreadId;
      readonly files: readonly { readonly file: ChangedFile; readonly left: ChangedFile | null }[];
    };
