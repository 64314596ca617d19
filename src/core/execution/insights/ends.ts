import type { AnyChange } from '../../ports/journal.ts';

/** What a commit has ended or deleted. */
export interface Ends {
  readonly runs: number;
  readonly hasDeleted: boolean;
}

/** Tells insights that runs have ended or a thread was deleted, once that is on disk. */
export class EndsOfRuns {
  #listener: (ends: Ends) => void = () => undefined;

  /** Tell it what was just written, once. */
  committed(changes: readonly AnyChange[]): void {
    let [runs, hasDeleted] = [0, false];
    for (const { change } of changes)
      if (change === 'run.end') runs += 1;
      else if (change === 'thread.delete') hasDeleted = true;
    if (runs > 0 || hasDeleted) this.#listener({ runs, hasDeleted });
  }

  /** One listener, which must not throw. */
  listen(listener: (ends: Ends) => void): void {
    this.#listener = listener;
  }
}
