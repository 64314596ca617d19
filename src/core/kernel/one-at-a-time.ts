/** Does work under the same key one after the other, in the order in which it came; after a failure the next goes on. */
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
