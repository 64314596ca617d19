import { saying, type Plain, type Quoted, type Says } from '../../kernel/says.ts';

export interface MergeSays {
  'merge.ask': {
    kind: string;
    merged: Quoted;
    mergedId: string;
    kept: Quoted;
    keptId: string;
    relations: number;
    memories: number;
    rows: number;
    rowsByKind: readonly Says[];
    conversations: number;
  };
  /** Rows of one collection. */
  'merge.rows': { kind: string; count: number };
  'merge.differ': { details: readonly string[]; kept: Quoted };
  'merge.reversible': { days: number };
}

/** Why something is refused. */
export interface MergeProblems extends Plain<
  | 'merges.merge_not_found'
  | 'merges.merge_not_applied'
  | 'merges.merge_superseded'
  | 'merges.merge_not_in_effect'
  | 'merges.merge_entry_missing'
  | 'merges.merge_conflict'
  | 'merges.merge_failed'
  | 'merges.merge_store_unavailable'
  | 'merges.one_entry'
> {
  'merges.kept_is_private': { kept: Quoted };
  'merges.merge_chained': { mergeId: string };
  'merges.other_kinds': { merged: Quoted; mergedKind: string; kept: Quoted; keptKind: string };
}

export const say = saying<MergeSays & MergeProblems>();
