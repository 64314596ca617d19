// Room: one entry of the graph shown as another, and that taken back. The record is on disk before
// anything changes, and no statement of the graph moves, so taking back is exact.

import type { EntityKind } from '../graph/model.ts';
import type { EntityId, MergeId } from '../../kernel/ids.ts';
import type { RowsOfKind } from './store.ts';

/** A value of an entry as it was before the merge. */
export interface DetailRow {
  readonly attribute: string;
  readonly value: string | null;
}

export interface MergedEntry {
  readonly entityId: EntityId;
  readonly name: string;
  readonly details: readonly DetailRow[];
}

/**
 * How far a merge is. It is written to disk before each step, so that a start knows what to finish:
 * `planned`: nothing, or a part of it, is done; `applied`: all of it; `returning`: it is being taken back; `returned`.
 */
export type MergePhase = 'planned' | 'applied' | 'returning' | 'returned';

/** The reversal record of a merge: a file of its own in `sweeps` (Specification, Merge record). */
export interface MergeRecord {
  readonly version: 1;
  readonly mergeId: MergeId;
  /** Rises with each merge, whatever the clock says. */
  readonly no: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly kind: EntityKind;
  readonly merged: MergedEntry;
  readonly kept: MergedEntry;
  readonly phase: MergePhase;
  readonly applied: boolean;
  /** How many rows and links followed; 0 until the merge is applied. */
  readonly dataRows: number;
  readonly conversationLinks: number;
}

/** What may be said of a merge: no detail of an entry. */
export interface MergeShown {
  readonly mergeId: MergeId;
  readonly createdAt: number;
  readonly kind: EntityKind;
  readonly mergedName: string;
  readonly keptName: string;
  readonly dataRows: number;
  readonly conversationLinks: number;
  readonly applied: boolean;
  /** It holds, and this record can take it back. */
  readonly inEffect: boolean;
  /** The same two were merged again later. */
  readonly superseded: boolean;
  /** It holds, but what was kept was merged into another entry since, by this merge. */
  readonly takeBackFirst: MergeId | null;
}

/** What a merge would do, in names of details and in numbers. */
export interface MergePreview {
  readonly kind: EntityKind;
  readonly mergedId: EntityId;
  readonly mergedName: string;
  readonly keptId: EntityId;
  readonly keptName: string;
  /** Names that the kept one would be found by, too. */
  readonly names: readonly string[];
  /** Details that only the merged one has. */
  readonly filled: readonly string[];
  /** Details that both have, with other values: those of the kept one are shown. */
  readonly differing: readonly string[];
  readonly relations: number;
  readonly mentions: number;
  readonly dataRows: number;
  /** The same by what they are: interactions, deals, records of a collection. */
  readonly rowsByKind: readonly RowsOfKind[];
  readonly conversationLinks: number;
}

/** The newest first. */
export const newestFirst = (a: MergeRecord, b: MergeRecord): number =>
  b.no - a.no || (a.mergeId < b.mergeId ? 1 : a.mergeId > b.mergeId ? -1 : 0);

/** `merge-<UTC time>-<six characters>`: nothing else names a record, so no other file is read or removed. */
export const MERGE_ID = /^merge-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z-[0-9a-f]{6}$/u;
