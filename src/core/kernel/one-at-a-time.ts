/** Runs work with the same key one at a time, in order of arrival; a failure does not stop the next. */
export class OneAtATime<Key> {
  readonly #last = new Map<Key, Promise<unknown>>();

  run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const running = before.then(work, work);
    this.#last.set(key, running);
    const forget = (): void => {
      if (this.#last.get(key) === running) this.#last.delete(key);
    };
    running.then(forget, forget);
    return running;
  }
}
