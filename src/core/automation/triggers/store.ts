import type { Json } from '../../kernel/json.ts';
import type { TriggerId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { IdsOfWork } from '../../conversation/background/port.ts';
import type { Fire, ShownFire, Trigger, TriggerKind } from './model.ts';

/** A trigger and the last time that it fired. */
export interface TriggerNow {
  readonly trigger: Trigger;
  readonly last: ShownFire | null;
  /** When a watched page was last read; null for others, and before the first time. */
  readonly checkedAt: number | null;
}

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface TriggerStore extends IdsOfWork {
  get(triggerId: TriggerId): Promise<Trigger | null>;
  now(triggerId: TriggerId): Promise<TriggerNow | null>;
  /** The newest first, after the trigger number `after`. */
  list(query: {
    readonly kind: TriggerKind | null;
    readonly limit: number;
    readonly after: number | null;
  }): Promise<Page<TriggerNow, number>>;
  /** The fires of a trigger, the newest first. */
  fires(
    triggerId: TriggerId,
    query: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<ShownFire, number>>;
  /** Triggers that are due by now, the longest first. */
  due(now: number, limit: number): Promise<readonly Trigger[]>;
  /** The next instant at which any is due; null if none is. */
  nextDueAt(): Promise<number | null>;
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
  unconfirmed(): Promise<number>;
  /** How many the engine has paused. */
  paused(): Promise<number>;
}
