/**
 * Tells those who hold something open that what somebody may do has become less: a session or token ended or was narrowed,
 * a person was disabled. They look again at once.
 */
export class AccessChanged {
  readonly #listeners = new Set<() => void>();

  tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** @returns ends it */
  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
