import type { EntryId } from '../../kernel/ids.ts';
import type { Namespace } from './model.ts';
import type { CurrentEntry } from './store.ts';

/**
 * Precedes the changes to entries of a namespace, and states how its text ends and how long it is after them.
 * Large lists are written in several ticks of the event loop, while reads still see the old state.
 */
export interface NamespaceChange {
  readonly change: 'namespace.set';
  readonly namespace: Namespace;
  /** The version that the change is based on; refused (`JournalConflict`) if the stored one differs. Increases by one. */
  readonly version: number;
  readonly tail: string;
  /** UTF-16 units of the whole text. */
  readonly chars: number;
}

export type EntryChange =
  | { readonly change: 'entry.add'; readonly entry: CurrentEntry }
  | {
      readonly change: 'entry.move';
      readonly entryId: EntryId;
      readonly spaceBefore: string;
      readonly position: number;
    }
  /** Keeps the entry as history. Refused (`JournalConflict`) if it does not exist or is already superseded. */
  | {
      readonly change: 'entry.supersede';
      readonly entryId: EntryId;
      readonly at: number;
      readonly by: EntryId | null;
    }
  /** Makes a forgotten entry current again. Refused (`JournalConflict`) if it does not exist or is current. */
  | {
      readonly change: 'entry.restore';
      readonly entryId: EntryId;
      readonly spaceBefore: string;
      readonly position: number;
    }
  | { readonly change: 'entry.confirm'; readonly entryId: EntryId; readonly at: number }
  /** Permanent: afterwards its text is nowhere in the store. */
  | { readonly change: 'entry.erase'; readonly entryId: EntryId };

export type MemoryChange = NamespaceChange | EntryChange;
