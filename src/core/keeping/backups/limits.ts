export const backupLimits = {
  /** Files and folders in one backup. */
  entries: 150_000,
  /** The text of a manifest. */
  manifestBytes: 64 * 2 ** 20,
  /** Backups that are listed, the newest: each costs the reading of its manifest. */
  listed: 200,
  /** One part of a path, and a whole path, in UTF-8. */
  nameBytes: 255,
  pathBytes: 4_096,
  /** Entries that a manifest names as left out; more are only counted. */
  skippedNamed: 1_000,
  /** The zip of a backup that is brought back; its content may be this many times larger. */
  archiveBytes: 64 * 2 ** 30,
  archiveRatio: 100,
  /** Of backups made before a restore or a migration, the newest ones stay. */
  safetyBackups: 3,
  /** The longest silence of the process that copies or checks before it counts as stuck. */
  silenceMs: 30_000,
  /** The longest silence of that process while it pins a moment: writes of the engine wait for it. */
  pinSilenceMs: 5_000,
  /** The longest time that comparing the schema of a database may take. */
  schemaCheckMs: 10_000,
  /** The longest time of one statement over a table of an import. */
  statementMs: 30 * 60_000,
  /** The longest time that an engine may take in a drill, from its start to its stop. */
  drillMs: 5 * 60_000,
  /** Free space that a restore and an upload leave, for what else is written meanwhile. */
  spareBytes: 16 * 2 ** 20,
} as const;
