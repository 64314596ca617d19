import type { PersonId, ThreadId } from '../../kernel/ids.ts';
import type { Handover } from './model.ts';

/** Reads only: changes go through `Journal.commit`. */
export interface HandoverStore {
  get(handoverId: string): Promise<Handover | null>;
  /** What somebody has offered, and what they were offered, the oldest first. */
  withPerson(person: PersonId): Promise<readonly Handover[]>;
  /** The paths of the files that were sent in a conversation, or wait in its queue, each once. */
  filesIn(threadId: ThreadId): Promise<readonly string[]>;
}

export type HandoverChange =
  /** Takes the place of an earlier offer of the same thing. Refused (`JournalConflict`) if who is offered it is gone or disabled. */
  | { readonly change: 'handover.offered'; readonly handover: Handover }
  /** It was declined, or withdrawn. Repeatable. */
  | { readonly change: 'handover.over'; readonly handoverId: string }
  /**
   * It is another's from now on, with all that hangs on it: of a thread its artifacts, of a trigger its conversation. What was
   * spent stays with whom it was spent for. `files`: under which paths the new person has the files that were sent. Refused
   * (`JournalConflict`) if it is gone, or is not this person's any more, or was taken back, or who would have it is disabled.
   */
  | {
      readonly change: 'handover.accepted';
      readonly handover: Handover;
      /** Null without one. */
      readonly threadId: ThreadId | null;
      readonly files: Readonly<Record<string, string>>;
      readonly at: number;
    };
