import { aborted } from '../../kernel/abort.ts';

/**
 * Notifies open connections that somebody's rights were reduced: a session or token ended or was narrowed, or a person
 * was disabled. Listeners check again at once.
 */
export class AccessChanged {
  readonly #listeners = new Set<() => void>();
  readonly #closed = new AbortController();

  tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** @returns a function that removes the listener */
  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** For other processes: yields at once, and whenever it was told since; several times count as one. Until `signal` aborts, or it closes. */
  async *follow(signal: AbortSignal): AsyncGenerator<void> {
    const over = AbortSignal.any([signal, this.#closed.signal]);
    const isOver = aborted(over);
    let wake: () => void = () => undefined;
    let isNew = true;
    const off = this.on(() => {
      isNew = true;
      wake();
    });
    try {
      while (!over.aborted) {
        const next = new Promise<void>((resolve) => (wake = resolve));
        if (isNew) {
          isNew = false;
          yield;
        } else await Promise.race([next, isOver]);
      }
    } finally {
      off();
    }
  }

  /** For shutdown: ends those that follow. */
  close(): void {
    this.#closed.abort();
  }
}
