import type { AnyChange } from '../ports/journal.ts';

/** Tells insights that a run has ended or a thread was deleted, once that is on disk. */
export class EndsOfRuns {
  #listener: () => void = () => undefined;

  /** Tell it what was just written, once. */
  committed(changes: readonly AnyChange[]): void {
    if (changes.some(({ change }) => change === 'run.end' || change === 'thread.delete')) this.#listener();
  }

  /** One listener, which must not throw. */
  listen(listener: () => void): void {
    this.#listener = listener;
  }
}
