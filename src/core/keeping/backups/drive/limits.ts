export const driveLimits = {
  /** The name of the folder that all backups are in (specification › Backup). */
  rootName: 'svc-backups',
  /** Files that are uploaded, and deleted, side by side. */
  uploadsAtOnce: 4,
  deletionsAtOnce: 8,
  /** Files that come home side by side. */
  fetchedAtOnce: 8,
  /** The tries of one call, and the pauses between them: they double up to the longest. */
  tries: 6,
  firstPauseMs: 1_000,
  longestPauseMs: 60_000,
  /** A failed upload is tried again by itself after this time. */
  againMs: 60 * 60_000,
  /** The whole deletion at a disconnect, and one call of it (specification › Limits). */
  deletionMs: 120_000,
  deletionCallMs: 30_000,
  /** What a disconnect waits for an upload in progress to stop. */
  holdMs: 10_000,
  /** Pages of one listing that are looked at, of 1,000 entries each. */
  pages: 500,
  /** Backups that a list of the drive shows, the newest. */
  shown: 100,
  /** One piece of a file that comes home. */
  pieceBytes: 8 * 2 ** 20,
  /** The reasons in one answer; more are only counted. */
  reasons: 100,
  /** The file of a manifest in the drive. */
  manifestBytes: 64 * 2 ** 20,
} as const;
