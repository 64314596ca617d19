import type { Whose } from '../../trust/people/model.ts';
import type { ThreadId } from '../../kernel/ids.ts';
import type { Folder } from './model.ts';

/** Reads only: changes go through `Journal.commit`. */
export interface FolderStore {
  /** By name. */
  folders(whose: Whose): Promise<readonly Folder[]>;
}

/** Sets only these fields; where a thread is in the order of last changes stays. Refused (`JournalConflict`) without the thread. */
export interface FolderChange {
  readonly change: 'thread.place';
  readonly threadId: ThreadId;
  /** Null: not pinned. */
  readonly pinnedAt?: number | null;
  /** Null: in none. */
  readonly folder?: string | null;
}
