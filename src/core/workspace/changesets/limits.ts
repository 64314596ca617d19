import { KIB, MIB } from '../../kernel/bytes.ts';

/** Unreviewed changes of runs. */
export const changesetLimits = {
  /** The largest file that a run may change, because it must be copied; and the most bytes of one session's copies. */
  copyBytes: 100 * MIB,
  setBytes: 1_024 * MIB,
  /** A longer diff is omitted, and so are all further ones after the diffs together reach the total. */
  diffBytes: 512 * KIB,
  diffsChars: 4 * MIB,
  /** The most lines that a shortest diff may add and remove. Beyond, the diff replaces the whole old text by the new. */
  diffLines: 500,
  contextLines: 3,
  pathsTold: 20,
} as const;
