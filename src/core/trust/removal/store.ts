import type { PersonId } from '../../kernel/ids.ts';
import type { BelongingKind } from './model.ts';

/** Reads only: changes go through `Journal.commit`. */
export interface BelongingStore {
  /** The ids of all of this kind that are somebody's. */
  ids(kind: BelongingKind, person: PersonId): Promise<readonly string[]>;
}

export type BelongingChange =
  /** All of this kind is another's from now on. Repeatable. */
  | {
      readonly change: 'belongings.handed-over';
      readonly kind: BelongingKind;
      readonly from: PersonId;
      readonly to: PersonId;
    }
  /** What was sent in the conversations of a person is elsewhere now: new paths by old ones. Repeatable. */
  | {
      readonly change: 'belongings.files-moved';
      readonly from: PersonId;
      readonly files: Readonly<Record<string, string>>;
    }
  /** Removes the rows of this kind; of runs only the words, because what they cost was spent. Repeatable. */
  | { readonly change: 'belongings.erased'; readonly kind: BelongingKind; readonly person: PersonId };
