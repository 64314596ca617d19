export const folderLimits = {
  /** Characters of the name of a folder. */
  chars: 60,
  /** Threads that are moved at once. */
  threads: 200,
} as const;
