import type { Clock } from '../../../../core/ports/clock.ts';

/** Whether a model begins its answers with thoughts whose beginning no mark tells. */
export class ThoughtHabit {
  /** Answers in a row that showed it. */
  #answers = 0;

  get isKnown(): boolean {
    return this.#answers >= SURE;
  }

  seen(): void {
    this.#answers += 1;
  }

  /** An answer came without. */
  missed(): void {
    this.#answers = 0;
  }
}

/** One answer may be about the mark. */
const SURE = 2;

/** Of each model at its address; as long as the engine runs, which has one clock. */
const habits = new WeakMap<Clock, Map<string, ThoughtHabit>>();

export function thoughtHabitOf(address: string, modelId: string, clock: Clock): ThoughtHabit {
  const known = habits.get(clock) ?? new Map<string, ThoughtHabit>();
  habits.set(clock, known);
  const key = JSON.stringify([address, modelId]);
  const habit = known.get(key) ?? new ThoughtHabit();
  known.set(key, habit);
  return habit;
}
