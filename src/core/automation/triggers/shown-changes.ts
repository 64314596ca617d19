import { triggerLimits } from './limits.ts';
import type { Trigger } from './model.ts';

/** What triggers would be, as their owners were asked about changes of the agent: the newest `triggerLimits.shownChanges`. */
export class ShownChanges {
  /** The oldest first. */
  readonly #whole = new Set<string>();

  note(trigger: Trigger): void {
    this.#whole.add(wholeOf(trigger));
    for (const oldest of this.#whole) {
      if (this.#whole.size <= triggerLimits.shownChanges) return;
      this.#whole.delete(oldest);
    }
  }

  /** Whether its owner was asked about exactly this. */
  has(trigger: Trigger): boolean {
    return this.#whole.has(wholeOf(trigger));
  }
}

/** Everything of a trigger that its owner decides about. */
const wholeOf = ({
  triggerId,
  title,
  effect,
  schedule,
  runAt,
  timeZone,
  watch,
  task,
  workflow,
  expectation,
  profile,
  permissions,
  ceilings,
  enabled,
}: Trigger): string =>
  JSON.stringify([
    [triggerId, title, effect, schedule, runAt, timeZone, watch, task],
    [workflow, expectation, profile, permissions, ceilings, enabled],
  ]);
