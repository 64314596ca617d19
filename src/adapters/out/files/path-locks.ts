/** Locks by key: work under the same key runs one at a time, in the order of the calls. */
export class PathLocks {
  readonly #last = new Map<string, Promise<void>>();

  /** Waits for all of the keys. Keys are always locked in the same order, so there are no deadlocks. */
  async holding<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const releases: (() => void)[] = [];
    try {
      for (const key of [...new Set(keys)].toSorted()) releases.push(await this.#lock(key));
      return await work();
    } finally {
      for (const release of releases) release();
    }
  }

  async #lock(key: string): Promise<() => void> {
    const before = this.#last.get(key);
    const { promise: mine, resolve } = Promise.withResolvers<void>();
    this.#last.set(key, mine);
    await before;
    return () => {
      resolve();
      if (this.#last.get(key) === mine) this.#last.delete(key);
    };
  }
}
