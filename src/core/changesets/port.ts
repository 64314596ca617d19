import type { PendingSet } from './model.ts';

/** Takes files out of a set that runs have changed and then brought back: there is nothing in them to be reviewed. */
export interface RevertedFiles {
  /**
   * With their copies; after a run that was cut off all are looked at, because a change may not have come about. What goes
   * wrong is a line in the log, and they wait on.
   * @returns what is left of the set
   */
  settle(set: PendingSet, isCutOff: boolean): Promise<PendingSet>;
}

/**
 * A unified diff of two texts, with the lines that it adds and removes. Where the shortest one would take too long to
 * find it is another one, which says as much. A pure function.
 */
export type UnifiedDiff = (
  path: string,
  before: string,
  after: string,
) => { readonly diff: string; readonly linesAdded: number; readonly linesRemoved: number };
