import type { Json } from '../../kernel/json.ts';
import type { Whose } from '../../trust/people/model.ts';
import type { PersonId, ThreadId, TriggerId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Worded } from '../../kernel/worded.ts';
import type { IdsOfWork } from '../../conversation/background/port.ts';
import type { Fire, NotCarriedOut, Outcome, Reason, ShownFire, Trigger, TriggerKind } from './model.ts';
import type { Past } from '../../instance/expiry/model.ts';
import type { FireBegun, MissedBecause } from '../../conversation/background/changes.ts';

/** A trigger and the last time that it fired. */
export interface TriggerNow {
  readonly trigger: Trigger;
  readonly last: ShownFire | null;
  /** When a watched page was last read; null for others, and before the first time. */
  readonly checkedAt: number | null;
}

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface TriggerStore extends IdsOfWork {
  get(whose: Whose, triggerId: TriggerId): Promise<Trigger | null>;
  now(whose: Whose, triggerId: TriggerId): Promise<TriggerNow | null>;
  /** The newest first, after the trigger number `after`. */
  list(
    whose: Whose,
    query: {
      readonly kind: TriggerKind | null;
      readonly limit: number;
      readonly after: number | null;
    },
  ): Promise<Page<TriggerNow, number>>;
  /** The fires of a trigger, the newest first. */
  fires(
    triggerId: TriggerId,
    query: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<ShownFire, number>>;
  /** Triggers that are due by now, the longest first; not those of `out`. */
  due(now: number, limit: number, out: readonly PersonId[]): Promise<readonly Trigger[]>;
  /** The next instant at which any is due, of those of `out` apart; null if none is. */
  nextDueAt(out: readonly PersonId[]): Promise<number | null>;
  /** All of one person that are due by now. */
  dueOf(person: PersonId, now: number): Promise<readonly Trigger[]>;
  /** Those whose next due time was found at a later time than now: the clock has been set back since. */
  dueFoundAfter(now: number): Promise<readonly Trigger[]>;
  /** Watches whose last look at their page began and did not end: the process died. */
  cutOffLooks(): Promise<readonly Trigger[]>;
  /** Those that a restore has brought back, which the engine has not looked at since, and when that was. */
  restored(): Promise<readonly { readonly trigger: Trigger; readonly restoredAt: number }[]>;
  /** Whether it has fired for this time. */
  hasFired(triggerId: TriggerId, dueAt: number): Promise<boolean>;
  /** Fires without an outcome, the oldest first. */
  unsettled(): Promise<readonly Fire[]>;
  /** What was noted when it fired. */
  baselineOf(fire: Pick<Fire, 'triggerId' | 'dueAt' | 'cause'>): Promise<Json>;
  /** The text of the watched page; null before the first time. */
  watchedText(triggerId: TriggerId): Promise<string | null>;
  /** What its runs have cost since, in US dollars. */
  costSince(triggerId: TriggerId, since: number): Promise<number>;
  /** How many the agent has made that wait for their owner. */
  unconfirmed(whose: Whose): Promise<number>;
  /** How many the engine has paused. */
  paused(whose: Whose): Promise<number>;
}

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
   * Due times passed before a restore, or while its person was disabled, and are not made up for. Says so in the list of
   * fires, and when it is due next. Ignored if it is gone.
   */
  | {
      readonly change: 'trigger.missed';
      readonly triggerId: TriggerId;
      /** The last due time that passed; null if none did. */
      readonly missedAt: number | null;
      readonly missed: number;
      readonly missedBecause: Extract<MissedBecause, 'restored' | 'disabled'>;
      readonly reason: Reason | null;
      readonly nextDueAt: number | null;
      readonly at: number;
    }
  /** Pauses it for this reason. Ignored if it is gone. */
  | {
      readonly change: 'trigger.pause';
      readonly triggerId: TriggerId;
      readonly reason: Worded;
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
      readonly pause: Worded | null;
      /** Fires that are so old give way to this one. */
      readonly past: Past;
    };
