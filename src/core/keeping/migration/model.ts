// Room: everything of the owner, sent to another engine or received from one. Nothing is sent before both
// sides proved the token; nothing changes before all of it was checked.

import type { Says } from '../../kernel/says.ts';
import type { Because } from '../../kernel/worded.ts';

/** What would move, by its name in the data directory. */
export interface MigrationPreview {
  readonly databases: readonly { readonly name: string; readonly sizeBytes: number; readonly rows: number }[];
  readonly files: readonly { readonly name: string; readonly count: number; readonly sizeBytes: number }[];
  readonly secrets: number;
  readonly totalBytes: number;
}

/**
 * - `connecting`: the engines prove to each other that they know the token.
 * - `copying`: a copy of one moment is made here.
 * - `sending`: it goes over in chunks.
 * - `restoring`: all has arrived, and the other engine checks it, makes its safety backup and restarts with it.
 */
export const MIGRATION_PHASES = ['connecting', 'copying', 'sending', 'restoring'] as const;
export type MigrationPhase = (typeof MIGRATION_PHASES)[number];

export interface MigrationProgress {
  readonly phase: MigrationPhase;
  /** What is sent now, as a path in the data directory, or the address of the other engine. */
  readonly name: string;
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** What the other engine has checked and now has. */
export interface Verification {
  readonly databases: readonly { readonly name: string; readonly rows: number }[];
  readonly files: number;
  readonly secrets: number;
  readonly totalBytes: number;
  /** `elsewhere`: the workspace of the source is a folder outside its data directory, and did not move. */
  readonly workspace: 'included' | 'elsewhere';
  /** Links, special files and unreadable files of the workspace that did not move. */
  readonly skipped: number;
  /** The moment that the copy is of, in milliseconds since the epoch. */
  readonly copiedAt: number;
  /** Of the target: everything that it had before. */
  readonly safetyBackupId: string;
}

/** How far the restore at the target is. */
export interface RestoreState {
  readonly status: 'checking' | 'restoring' | 'completed' | 'undone' | 'failed';
  readonly doneBytes: number;
  readonly totalBytes: number;
  /** In sentences, where it did not succeed. */
  readonly problems: readonly string[];
  readonly verification: Verification | null;
}

/** How the transfer ended. */
export type MigrationEnd =
  | { readonly ended: 'done'; readonly verification: Verification; readonly next: readonly Says[] }
  | ({ readonly ended: 'failed' } & Because);

/** Where an open acceptance can be reached, and by what. */
export interface Accepted {
  /** Shown once: only a key that follows from it is stored. */
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Whether the data that this engine has now is replaced. */
  readonly replace: boolean;
  /** Null if the engine listens on no port, so that nothing can reach it. */
  readonly port: number | null;
  /** Whether the port is open to other machines. */
  readonly isOpen: boolean;
  /** Where plain http reaches it: addresses of private networks, and last `localhost`, for this machine. */
  readonly addresses: readonly string[];
}
