import type { PersonId, ThreadId } from '../../kernel/ids.ts';
import type { PastKind } from './model.ts';

/** Reads only: changes go through `Journal.commit`. */
export interface PastStore {
  /** The threads of this person into which conversations of this kind came, the oldest first, with the ids there. */
  threads(
    person: PersonId,
    kind: PastKind,
  ): Promise<readonly { readonly sourceId: string; readonly threadId: ThreadId }[]>;
}

export type PastChange =
  /** Where a thread came from. Refused (`JournalConflict`) if it does not exist. */
  {
    readonly change: 'past.hold';
    readonly threadId: ThreadId;
    readonly kind: PastKind;
    readonly sourceId: string;
  };
