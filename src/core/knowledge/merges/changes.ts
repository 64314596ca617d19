import type { AtMost } from '../../kernel/committed-in-pieces.ts';
import type { EntityId, MergeId } from '../../kernel/ids.ts';

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
