import { refusals } from './refusal.ts';
import type { StorageProblems } from './storage-says.ts';

export const refuseForNow = refusals<StorageProblems>()('storage', { not_ready: 'unavailable' });

/**
 * Every write to the data directory passes this gate: commits of all databases, and state files. While it is closed,
 * nothing in the data directory changes, so that a consistent copy of all of it can be pinned.
 */
export class WriteGate {
  /** Writes in progress. */
  #passing = 0;
  #drained: (() => void) | null = null;
  /** Closers, holding or waiting: one works at a time. */
  #closers = 0;
  #lastCloser: Promise<unknown> = Promise.resolve();
  #opened: { readonly promise: Promise<void>; readonly resolve: () => void } | null = null;
  #refusedFor: string | null = null;

  /**
   * The same gate for what no backup holds, like the record of a restore, and for closing a database: it passes while
   * other writes are refused, too.
   */
  readonly beside: Pick<WriteGate, 'pass'> = { pass: (write) => this.#through(write, () => undefined) };

  /**
   * Runs `write` as soon as the gate is open; everything that `write` commits belongs to one pass. Do not pass the gate
   * inside `write`: a closer would wait for the outer pass, and the inner pass for the closer.
   * @throws Refusal not_ready while writes are refused
   */
  pass<Result>(write: () => Result | Promise<Result>): Promise<Result> {
    return this.#through(write, () => {
      if (this.#refusedFor !== null) throw refuseForNow.not_ready({ reason: this.#refusedFor });
    });
  }

  /**
   * From now on writes are refused, those that wait included: what they would change is about to be replaced. Call it
   * while the gate is closed, so that none passes between what was pinned and this.
   */
  refuseWrites(reason: string): void {
    this.#refusedFor = reason;
  }

  /** Takes `refuseWrites` back. */
  allowWrites(): void {
    this.#refusedFor = null;
  }

  async #through<Result>(write: () => Result | Promise<Result>, confirm: () => void): Promise<Result> {
    while (this.#opened) await this.#opened.promise;
    confirm();
    this.#passing += 1;
    try {
      return await write();
    } finally {
      this.#passing -= 1;
      if (this.#passing === 0) this.#drained?.();
    }
  }

  /**
   * True while nothing in the data directory may change. While it is false, a write that completes before the next tick
   * of the event loop needs no pass of its own.
   */
  get isShut(): boolean {
    return this.#opened !== null && this.#passing === 0;
  }

  /** Holds back new writes, waits for those in progress, runs `work`, and reopens, even when `work` throws. */
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

  /** Closes it for good, once the writes in progress have ended. What comes later waits for ever. */
  async shut(): Promise<void> {
    await new Promise<void>((resolve) => {
      void this.whileClosed(async () => {
        resolve();
        await new Promise(() => undefined);
      });
    });
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
