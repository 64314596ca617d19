/**
 * Notifies open connections that somebody's rights were reduced: a session or token ended or was narrowed, or a person
 * was disabled. Listeners check again at once.
 */
export class AccessChanged {
  readonly #listeners = new Set<() => void>();

  tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** @returns a function that removes the listener */
  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
