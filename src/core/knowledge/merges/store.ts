import type { EntityId, MergeId } from '../../kernel/ids.ts';
import type { Whose } from '../../trust/people/model.ts';
import type { AtMost } from '../../kernel/committed-in-pieces.ts';

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

/** The same of the links of conversations, which are of several people. */
export interface MovedLinks extends MovedRows {
  /** Of those that the merge moved, how many are of conversations of others. */
  countOfOthers(whose: Whose, mergeId: MergeId): Promise<number>;
  /** Of those that hang on the entity. */
  countForOthers(whose: Whose, entityId: EntityId): Promise<number>;
}

/** The same of datastore.db, whose rows are of several kinds. */
export interface MovedDataRows extends MovedRows {
  /** Those that hang on the entity, by what they are; only kinds that it has. */
  kindsFor(entityId: EntityId): Promise<readonly RowsOfKind[]>;
}

/** What a merge did with what hangs on its entities. */
export interface Move {
  readonly mergeId: MergeId;
  readonly from: EntityId;
  readonly to: EntityId;
}

/** Rows that hang on an entity follow it when it is merged into another, and return when that is taken back. */
export type MergeRowsChange =
  /** Moves rows of `from` to `to`, and keeps which rows those were. Repeating it moves what came since. */
  | ({ readonly change: 'rows.follow' } & Move & AtMost)
  /** Moves back what this merge moved, where it still is at `from`, and forgets what it kept of it. Repeatable. */
  | ({ readonly change: 'rows.return' } & Move & AtMost)
  /** Forgets what was kept: the merge can be taken back no longer. Repeatable. */
  | ({ readonly change: 'rows.stay'; readonly mergeId: MergeId } & AtMost);

/** The same for the links between conversations and entities, which are in another database. */
export type MergeLinksChange =
  | ({ readonly change: 'links.follow' } & Move & AtMost)
  | ({ readonly change: 'links.return' } & Move & AtMost)
  | ({ readonly change: 'links.stay'; readonly mergeId: MergeId } & AtMost);
