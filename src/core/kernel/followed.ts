/** The latest state of something that goes on, for readers that follow it. */
export class Followed<State> {
  #state: State;
  #told = told();
  #isOver = false;

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  tell(state: State): void {
    this.#state = state;
    this.#told.resolve();
    this.#told = told();
  }

  end(): void {
    this.#isOver = true;
    this.#told.resolve();
  }

  /** The state now and at each change, the latest only for a slow reader, until the end or until `signal` aborts. */
  async *follow(signal: AbortSignal): AsyncGenerator<State> {
    const left = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    let last: { readonly state: State } | null = null;
    while (!this.#isOver && !signal.aborted) {
      const { promise } = this.#told;
      if (last === null || last.state !== this.#state) {
        last = { state: this.#state };
        yield last.state;
      } else await Promise.race([promise, left]);
    }
  }
}

function told() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
