import { MIB } from '../../kernel/bytes.ts';

/** Files that the owner deleted and can still bring back. */
export const deletedFileLimits = {
  /** A larger file is not copied: it is deleted only where its owner says that it goes for good. */
  fileBytes: 100 * MIB,
  /** Beyond any of these, the file that was deleted first goes for good. */
  allBytes: 1_024 * MIB,
  kept: 1_000,
  keptDays: 30,
} as const;
