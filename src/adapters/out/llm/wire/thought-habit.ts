import type { Clock } from '../../../../core/ports/clock.ts';

/** Whether a model begins its answers with thoughts whose beginning no mark tells. */
export interface ThoughtHabit {
  begins: boolean;
}

/** Of each model at its address; as long as the engine runs, which has one clock. */
const habits = new WeakMap<Clock, Map<string, ThoughtHabit>>();

export function thoughtHabitOf(address: string, modelId: string, clock: Clock): ThoughtHabit {
  const known = habits.get(clock) ?? new Map<string, ThoughtHabit>();
  habits.set(clock, known);
  const key = JSON.stringify([address, modelId]);
  const habit = known.get(key) ?? { begins: false };
  known.set(key, habit);
  return habit;
}
