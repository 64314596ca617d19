/** Lets so many begin at a time, in their order: what is asked for first is not slowed down by the rest. */
export class Turns {
  readonly #most: number;
  readonly #active = new Set<() => void>();
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#most = most;
  }

  /** @param begin called when it may begin, possibly at once. @returns what ends its turn or its waiting; may be repeated */
  enter(begin: () => void): () => void {
    const turn = () => begin();
    this.#waiting.add(turn);
    this.#next();
    return () => {
      this.#waiting.delete(turn);
      if (this.#active.delete(turn)) this.#next();
    };
  }

  #next(): void {
    for (const turn of this.#waiting) {
      if (this.#active.size >= this.#most) return;
      this.#waiting.delete(turn);
      this.#active.add(turn);
      turn();
    }
  }
}
