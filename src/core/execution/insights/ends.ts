import type { AnyChange } from '../../ports/journal.ts';

/** What a commit has ended or deleted. */
export interface Ends {
  readonly runs: number;
  /** A thread was deleted, or went to somebody else. */
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
      else if (LEAVES.has(change)) hasDeleted = true;
    if (runs > 0 || hasDeleted) this.#listener({ runs, hasDeleted });
  }

  /** One listener, which must not throw. */
  listen(listener: (ends: Ends) => void): void {
    this.#listener = listener;
  }
}

/** After these, what was learned from a thread may have to be forgotten. */
const LEAVES: ReadonlySet<string> = new Set(['thread.delete', 'handover.accepted', 'belongings.handed-over']);
