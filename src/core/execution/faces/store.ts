import type { PersonId, ThreadId } from '../../kernel/ids.ts';
import type { FacedThread } from './model.ts';

/** Reads only: changes go through `Journal.commit`. */
export interface FaceStore {
  /** Null: no client of a face holds it. */
  get(threadId: ThreadId): Promise<FacedThread | null>;
  /** Those of this person, last made first. */
  ofChat(person: PersonId, chat: string, limit: number): Promise<readonly ThreadId[]>;
  /** The same of what was sent last. */
  ofTip(person: PersonId, tip: string, limit: number): Promise<readonly ThreadId[]>;
}

export type FaceChange =
  /** Replaces what is known of the thread. Refused (`JournalConflict`) if it does not exist. */
  { readonly change: 'face.hold'; readonly held: FacedThread };
