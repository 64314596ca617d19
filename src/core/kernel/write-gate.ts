/**
 * Every write to the data directory passes this gate: commits of all databases, and state files. Closing it gives one
 * moment in which nothing of the data directory changes, so that all of it can be pinned together.
 */
export class WriteGate {
  /** Writes that have begun and not ended. */
  #passing = 0;
  #drained: (() => void) | null = null;
  /** Those that hold it closed, or wait to: one works at a time. */
  #closers = 0;
  #lastCloser: Promise<unknown> = Promise.resolve();
  #opened: { readonly promise: Promise<void>; readonly resolve: () => void } | null = null;

  /**
   * Does `write` as soon as the gate is open; whatever `write` commits belongs to one pass. Do not pass the gate inside
   * of `write`: a closer would wait for the outer pass, and the outer pass for the closer.
   */
  async pass<Result>(write: () => Result | Promise<Result>): Promise<Result> {
    while (this.#opened) await this.#opened.promise;
    this.#passing += 1;
    try {
      return await write();
    } finally {
      this.#passing -= 1;
      if (this.#passing === 0) this.#drained?.();
    }
  }

  /**
   * Nothing of the data directory may change at this moment. While it is false a write that is over before the next tick
   * of the event loop needs no pass, whether it is part of one or not.
   */
  get isShut(): boolean {
    return this.#opened !== null && this.#passing === 0;
  }

  /** Lets no write begin, waits for those that have begun, does `work`, and opens again, also when `work` throws. */
  async whileClosed<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    this.#opened ??= opening();
    this.#closers += 1;
    const turn = this.#lastCloser.then(async () => {
      if (this.#passing > 0) await new Promise<void>((resolve) => (this.#drained = resolve));
      this.#drained = null;
      return await work();
    });
    this.#lastCloser = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#closers -= 1;
      if (this.#closers === 0) this.#open();
    }
  }

  #open(): void {
    this.#opened?.resolve();
    this.#opened = null;
  }
}

function opening() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
