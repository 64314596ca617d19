import type { TriggerId } from '../../kernel/ids.ts';
import { triggerLimits } from './limits.ts';
import { isOn, type Trigger } from './model.ts';
import { nextCheck } from './rules.ts';
import type { Schedule, Schedules } from './schedule.ts';

/** A due time that has come. */
export interface Due {
  readonly dueAt: number;
  /** Due times before it for which the trigger did not fire; counted up to `missedAtMost`, which stands for as many or more. */
  readonly missed: number;
  /** When it is due after this one; null: never. */
  readonly next: number | null;
}

export interface DueTimesDeps {
  readonly schedules: Schedules;
  readonly hasFired: (triggerId: TriggerId, dueAt: number) => Promise<boolean>;
}

/** When triggers are due. A clock that was set wrong, or back, neither doubles a due time nor loses the ones to come. */
export class DueTimes {
  readonly #deps: DueTimesDeps;

  constructor(deps: DueTimesDeps) {
    this.#deps = deps;
  }

  /** The first due time after now for which it has not fired; null if there is none, or the trigger is off. */
  async next(trigger: Trigger, now: number): Promise<number | null> {
    if (!isOn(trigger)) return null;
    const { triggerId, runAt, watch } = trigger;
    if (watch !== null) return nextCheck(watch, now);
    if (runAt !== null) return (await this.#deps.hasFired(triggerId, runAt)) ? null : runAt;
    const schedule = this.#scheduleOf(trigger);
    // A due time may have come already, and again now that the clock was set back. There are as many as the jump is long.
    for (let at = schedule?.next(now) ?? null; at !== null; at = schedule?.next(at) ?? null)
      if (!(await this.#deps.hasFired(triggerId, at))) return at;
    return null;
  }

  /**
   * When a new or changed trigger is first due. A watch is read at once; a time that passed while it was paused is over.
   */
  async first(trigger: Trigger, now: number): Promise<number | null> {
    if (trigger.runAt !== null && trigger.runAt <= now) return null;
    return trigger.watch !== null && isOn(trigger) ? now : await this.next(trigger, now);
  }

  /** What is due by now: the last due time, however many have passed. */
  come(trigger: Trigger, now: number): Due {
    const since = trigger.nextDueAt ?? now;
    if (trigger.watch !== null) return { dueAt: since, missed: 0, next: nextCheck(trigger.watch, now) };
    const schedule = this.#scheduleOf(trigger);
    if (!schedule) return { dueAt: since, missed: 0, next: null };
    const dueAt = Math.max(since, schedule.last(since - 1, now) ?? since);
    const passed = dueAt === since ? 1 : schedule.count(since - 1, dueAt, triggerLimits.missedAtMost + 1);
    return { dueAt, missed: Math.max(0, passed - 1), next: schedule.next(now) };
  }

  /** Null for what is due once, or watched. @throws Refusal invalid_schedule, invalid_time_zone */
  #scheduleOf({ schedule, timeZone, createdAt }: Trigger): Schedule | null {
    return schedule === null ? null : this.#deps.schedules.read(schedule, timeZone, createdAt);
  }
}
