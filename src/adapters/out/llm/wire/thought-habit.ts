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
