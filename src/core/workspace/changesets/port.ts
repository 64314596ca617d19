import type { PendingSet } from './model.ts';

/** Removes files from a set that runs changed and then restored: there is nothing to review in them. */
export interface RevertedFiles {
  /**
   * Also removes their copies. With `isCutOff` it checks all files, because the last change may not have happened: the
   * run was interrupted, or the change failed. A failure is logged, and the files stay pending.
   * @returns what is left of the set
   */
  settle(set: PendingSet, isCutOff: boolean): Promise<PendingSet>;
}

/**
 * A unified diff of two texts, with the numbers of added and removed lines. If the shortest one would take too long to
 * compute, it is a longer but equivalent one. A pure function.
 */
export type UnifiedDiff = (
  path: string,
  before: string,
  after: string,
) => { readonly diff: string; readonly linesAdded: number; readonly linesRemoved: number };

/**
 * The text `after` without one part of its unified diff to `before`: the part that `UnifiedDiff` shows with just this
 * heading and these lines. Null if the diff has no such part. A pure function.
 */
export type WithoutPart = (before: string, after: string, part: string) => string | null;
