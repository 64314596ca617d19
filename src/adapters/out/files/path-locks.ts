/** Locks by key: work under the same key happens one after the other, in the order in which it was asked for. */
export class PathLocks {
  readonly #last = new Map<string, Promise<void>>();

  /** Work under several keys waits for all of them; keys are locked in one order, so no two works wait for each other. */
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
