// Room: everything erased, by the inventory, while no database is open. No engine starts on a part,
// nothing written after it goes, and what is left is named.

import type { Says } from '../../kernel/says.ts';

/** What a request must repeat, so that no slip erases anything. */
export const CONFIRMATION = 'DELETE_ALL_DATA';

/** The same for what is one person's own. */
export const OWN_CONFIRMATION = 'DELETE_MY_DATA';

/**
 * - `running`: begun, and on disk; whatever dies, the next start goes on.
 * - `completed`: everything that it covers is gone.
 * - `incomplete`: something could not be removed: `remains` names it, and each start tries again.
 */
export const ERASURE_STATUSES = ['running', 'completed', 'incomplete'] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

/** A store that was erased, with the rows or files that it had; null where they could not be counted. */
export interface ErasedStore {
  readonly name: string;
  readonly rows: number | null;
}

/** Something that is still there, why, and how its owner can remove it. */
export interface Remaining {
  readonly what: Says;
  readonly why: Says;
  readonly how: Says;
}

/** What became of an erasure. */
export interface Erasure {
  readonly erasureId: string;
  readonly status: ErasureStatus;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly stores: readonly ErasedStore[];
  readonly remains: readonly Remaining[];
}

export interface ErasureWishes {
  readonly confirm: string;
  /** Backups and the key that opens them stay. */
  readonly keepBackups: boolean;
  /** Also the workspace, where it is not the folder in the data directory. */
  readonly workspace: boolean;
  /** Entries of the data directory that are not the engine's own, and are to be removed, too. */
  readonly removeUnknown: readonly string[];
}
