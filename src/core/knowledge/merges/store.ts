import type { EntityId, MergeId } from '../../kernel/ids.ts';
import type { Move } from './changes.ts';

/** Rows that hang on an entity: interactions, deals, or records of a collection. */
export interface RowsOfKind {
  readonly kind: string;
  readonly count: number;
}

/** What a store keeps of the rows that merges moved in it. */
export interface MovedRows {
  /** How many rows the merge moved that were not moved back. */
  countOf(mergeId: MergeId): Promise<number>;
  /** The merges that it keeps such rows of, in no order; not those of an engine that did not note from where they came. */
  moves(): Promise<readonly Move[]>;
  /** How many rows hang on the entity. */
  countFor(entityId: EntityId): Promise<number>;
  /** Whether more rows than this have yet to follow, of any kind. */
  hasMoreToFollow(move: Move, most: number): Promise<boolean>;
  /** Whether the merge moved more rows than this that were not moved back. */
  hasMoreMoved(mergeId: MergeId, most: number): Promise<boolean>;
  /** There is nothing in the store at all: it is a new one in the place of another, or was never used. */
  isEmpty(): Promise<boolean>;
}

/** The same of datastore.db, whose rows are of several kinds. */
export interface MovedDataRows extends MovedRows {
  /** Those that hang on the entity, by what they are; only kinds that it has. */
  kindsFor(entityId: EntityId): Promise<readonly RowsOfKind[]>;
}
