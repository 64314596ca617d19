import type { PersonId, ThreadId } from '../../kernel/ids.ts';
import type { PastKind } from './model.ts';

/** Reads only: changes go through `Journal.commit`. */
export interface PastStore {
  /** Of the conversations of this kind that came for this person and of which a thread is still here, the ids there, each once. */
  sourceIds(person: PersonId, kind: PastKind): Promise<readonly string[]>;
}

export type PastChange =
  /** Where a thread came from. Refused (`JournalConflict`) if it does not exist. */
  {
    readonly change: 'past.hold';
    readonly threadId: ThreadId;
    readonly kind: PastKind;
    readonly sourceId: string;
  };
