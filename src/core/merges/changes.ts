import type { EntityId, MergeId } from '../kernel/ids.ts';

/** What a merge did with what hangs on its entities. */
export interface Move {
  readonly mergeId: MergeId;
  readonly from: EntityId;
  readonly to: EntityId;
}

/** Rows that hang on an entity follow it when it is merged into another, and return when that is taken back. */
export type MergeRowsChange =
  /** Moves every row of `from` to `to`, and keeps which rows those were. Repeating it moves what came since. */
  | ({ readonly change: 'rows.follow' } & Move)
  /** Moves back what this merge moved, where it still is at `from`, and forgets what it kept. Repeatable. */
  | ({ readonly change: 'rows.return' } & Move)
  /** Forgets what was kept: the merge can be taken back no longer. Repeatable. */
  | { readonly change: 'rows.stay'; readonly mergeId: MergeId };

/** The same for the links between conversations and entities, which are in another database. */
export type MergeLinksChange =
  | ({ readonly change: 'links.follow' } & Move)
  | ({ readonly change: 'links.return' } & Move)
  | { readonly change: 'links.stay'; readonly mergeId: MergeId };
