import type { DeletedFileId } from '../../kernel/ids.ts';
import type { Original, PendingSet } from './model.ts';

/** What a file was before changes of it were kept. */
export interface EarlierVersion {
  readonly path: string;
  readonly version: Original;
  /** Whether the changes took the file away, instead of replacing it. */
  readonly isDeleted: boolean;
}

/** Makes a version a deleted file, which can be brought back. */
export interface KeepEarlier {
  readonly change: 'deletedFile.keep';
  readonly file: Original & {
    readonly deletedFileId: DeletedFileId;
    readonly path: string;
    readonly deletedAt: number;
    readonly isBegun: boolean;
    readonly isEarlier: boolean;
  };
}

/** Keeps earlier versions among the deleted files, by the copies that there are of them. */
export interface EarlierVersions {
  /** To be committed with the review. From then on the copies belong to these records. */
  keeping(versions: readonly EarlierVersion[]): readonly KeepEarlier[];
  /** Lets go what is over the limits of deleted files. A failure is logged. @returns what was let go */
  letGo(): Promise<ReadonlySet<DeletedFileId>>;
}

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
