/**
 * Hands values to one reader, one at a time: `put` waits until the reader has asked for the next one, so a slow reader
 * slows down the producer, and nothing piles up in between.
 */
export class Handoff<T> {
  #offered: { readonly value: T; readonly taken: () => void } | null = null;
  #end: { readonly failure: { readonly thrown: unknown } | null } | null = null;
  #wake = (): void => undefined;

  /** Resolves at once when `signal` aborts: the value is lost then. */
  async put(value: T, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const taken = () => {
        signal.removeEventListener('abort', taken);
        resolve();
      };
      signal.addEventListener('abort', taken);
      this.#offered = { value, taken };
      this.#wake();
    });
  }

  end(): void {
    this.#end ??= { failure: null };
    this.#wake();
  }

  /** The reader gets the error. */
  fail(thrown: unknown): void {
    this.#end ??= { failure: { thrown } };
    this.#wake();
  }

  /** For one reader. `onLeft`: called when it stops, also in the middle. */
  async *read(onLeft: () => void): AsyncGenerator<T> {
    try {
      for (;;) {
        const offered = this.#offered;
        if (offered) {
          this.#offered = null;
          yield offered.value;
          offered.taken();
        } else if (this.#end) {
          if (this.#end.failure) throw this.#end.failure.thrown;
          return;
        } else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      onLeft();
    }
  }
}
