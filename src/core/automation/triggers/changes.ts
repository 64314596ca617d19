import type { Past } from '../../instance/expiry/model.ts';
import type { FireBegun } from '../../conversation/background/changes.ts';
import type { ThreadId, TriggerId } from '../../kernel/ids.ts';
import type { Fire, NotCarriedOut, Outcome, Reason, Trigger } from './model.ts';

export type TriggerChange =
  | FireBegun
  | { readonly change: 'trigger.add'; readonly trigger: Trigger; readonly at: number }
  /** All of it but the conversation. Refused (`JournalConflict`) if it is gone, or was changed since `seenAt`. */
  | {
      readonly change: 'trigger.put';
      readonly trigger: Trigger;
      readonly seenAt: number;
      readonly at: number;
    }
  /** Its fires go with it. Refused (`JournalConflict`) if it is gone. */
  | { readonly change: 'trigger.delete'; readonly triggerId: TriggerId }
  | {
      readonly change: 'trigger.thread';
      readonly triggerId: TriggerId;
      readonly threadId: ThreadId;
    }
  /** When it is due next, and when that was found. Ignored if it is gone. */
  | {
      readonly change: 'trigger.due';
      readonly triggerId: TriggerId;
      readonly nextDueAt: number | null;
      readonly at: number;
    }
  /**
   * Due times passed before a restore, and are not made up for. Says so in the list of fires, and when it is due next.
   * Ignored if it is gone.
   */
  | {
      readonly change: 'trigger.restored';
      readonly triggerId: TriggerId;
      /** The last due time that passed; null if none did. */
      readonly missedAt: number | null;
      readonly missed: number;
      readonly reason: Reason | null;
      readonly nextDueAt: number | null;
      readonly at: number;
    }
  /** Pauses it for this reason. Ignored if it is gone. */
  | {
      readonly change: 'trigger.pause';
      readonly triggerId: TriggerId;
      readonly reason: string;
      readonly at: number;
    }
  /** A look at a page died with the process, and is made up for at `at`. Ignored if the trigger is gone. */
  | {
      readonly change: 'watch.cut_off';
      readonly triggerId: TriggerId;
      readonly failuresInRow: number;
      readonly at: number;
    }
  /** A watched page was read. `text`: what it says now; absent: as before. Ignored if the trigger is gone. */
  | {
      readonly change: 'watch.checked';
      readonly triggerId: TriggerId;
      readonly at: number;
      readonly text?: string;
    }
  /** Ends a fire. Ignored if it has ended, or its trigger is gone. */
  | {
      readonly change: 'fire.end';
      readonly fire: Pick<Fire, 'triggerId' | 'dueAt' | 'cause'>;
      readonly outcome: Outcome;
      readonly reason: Reason | null;
      readonly endedAt: number;
      readonly notCarriedOut: readonly NotCarriedOut[];
      /** Of its trigger from now on; null: the count stays as it is. */
      readonly failuresInRow: number | null;
      /** Pauses the trigger for this reason. */
      readonly pause: string | null;
      /** Fires that are so old give way to this one. */
      readonly past: Past;
    };
