import type { Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface ChangesetProblems extends Plain<
  | 'changesets.changeset_run_required'
  | 'changesets.changeset_run_stale'
  | 'changesets.no_changeset'
  | 'changesets.not_in_changeset'
  | 'changesets.files_missing'
  | 'changesets.files_only_for_partial'
  | 'changesets.too_large_to_undo'
  | 'changesets.changed_in_other_thread'
  | 'changesets.half_of_rename'
  | 'changesets.changes_pending'
  | 'changesets.changes_not_undone'
  | 'changesets.changed_meanwhile'
  | 'changesets.changed_between'
  | 'changesets.not_rolled_back'
  | 'changesets.copy_damaged'
  | 'changesets.no_such_part'
> {}
