import { MIB } from '../../kernel/bytes.ts';

export const migrationLimits = {
  /** The content of a chunk; the last one may be shorter. Part of the format: both sides count with it. */
  chunkBytes: 4 * MIB,
  /** Chunks that may be on their way at once. */
  ahead: 2,
  /** The text of a manifest: as large as that of a backup may be. */
  manifestBytes: 64 * MIB,
  /** A request to restore: it holds a key. */
  restoreBytes: 16 * 1024,
  /** Characters of a token that an operator chooses; one that is printed has 64. */
  tokenLeast: 32,
  tokenMost: 256,
  /** How long an acceptance stays open. */
  acceptMs: 24 * 60 * 60_000,
  /** Handshakes that were begun and not completed, and how long one may take. */
  begun: 32,
  begunMs: 60_000,
  /** The answer to a wrong proof waits, and only some may wait at once. */
  wrongMs: 1_000,
  wrongWaiting: 8,
  /** Messages that do not open, after which a session ends. */
  altered: 100,
  /** What arrived is made durable each time that this much did. */
  syncBytes: 64 * MIB,
  /** Free space that a migration leaves, for what else is written meanwhile. */
  spareBytes: 16 * MIB,
  /** The longest time that the other side may take for one answer, and for a chunk. */
  answerMs: 30_000,
  chunkMs: 5 * 60_000,
  /** Between two questions how far the restore is. */
  pollMs: 500,
  /** How long a lost link is tried again without any progress, and the longest pause between two tries. */
  patienceMs: 10 * 60_000,
  /** The same for an engine that has never answered. */
  firstPatienceMs: 10_000,
  mostPauseMs: 15_000,
  /** A refusal of the other engine is final when it comes this often in a row. */
  refusedTries: 2,
  /** How long the end of a migration that moved everything is told to the same request. */
  doneToldMs: 60 * 60_000,
  /** A copy that was never sent to its end is removed at a start after this time. */
  copyKeptMs: 48 * 60 * 60_000,
} as const;
