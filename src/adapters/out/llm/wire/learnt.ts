import { ThoughtHabit } from './thought-habit.ts';

/** What one model of one server has shown. */
interface LearntOfModel {
  /** Optional fields that its server refuses. */
  readonly refused: Set<string>;
  readonly thoughts: ThoughtHabit;
}

/** What was learnt of each model, by the address of its server; as long as its owner keeps it. */
export class Learnt {
  readonly #known = new Map<string, LearntOfModel>();

  /** The same object for the same model, which adds to it. */
  of(address: string, modelId: string): LearntOfModel {
    const key = JSON.stringify([address, modelId]);
    const found = this.#known.get(key) ?? { refused: new Set<string>(), thoughts: new ThoughtHabit() };
    this.#known.set(key, found);
    return found;
  }
}
