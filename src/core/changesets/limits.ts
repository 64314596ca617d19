import { KIB, MIB } from '../kernel/bytes.ts';

/** Changes of runs that wait for review. */
export const changesetLimits = {
  /** A larger file is not changed by a run, because no copy of it is kept; and what one session's copies may take. */
  copyBytes: 100 * MIB,
  setBytes: 1_024 * MIB,
  /** A file beyond that is told without its diff, and so are those that come when the diffs are this much together. */
  diffBytes: 512 * KIB,
  diffsChars: 4 * MIB,
  /** Lines that the shortest diff adds and removes; of more, it is told as the old text replaced by the new. */
  diffLines: 500,
  contextLines: 3,
  pathsTold: 20,
} as const;
