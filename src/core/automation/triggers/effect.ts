import type { FireBegun } from '../../conversation/background/changes.ts';
import type { RunId } from '../../kernel/ids.ts';
import type { NotCarriedOut, Trigger } from './model.ts';
import type { Verdict } from './outcomes.ts';

/** A fire that is about to begin. */
export interface Fire {
  readonly trigger: Trigger;
  /** Committed with the first row of its work. */
  readonly begun: FireBegun;
  /** Chosen beforehand; null where no run does the work. */
  readonly runId: RunId | null;
  readonly signal: AbortSignal;
  /** What has changed on the watched page, or what it says where a trial found no change: text of others. */
  readonly changed: string | null;
  readonly isChange: boolean;
  /** Nothing is carried out; what would have been is noted here. */
  readonly trial: ((what: NotCarriedOut) => void) | null;
}

/** What a fire has begun. `ended` never rejects; null: what became of it is in the store already. */
export interface Begun {
  readonly ended: Promise<Verdict | 'by run' | null>;
}

/** How one kind of effect is carried out. A new kind is a class and a line in a table. */
export interface EffectOfTrigger {
  /**
   * Commits the fire with what begins it, and begins it.
   * @throws Refusal why it cannot begin; JournalConflict if the trigger has fired for this time, or is gone
   */
  begin(fire: Fire): Promise<Begun>;
}
