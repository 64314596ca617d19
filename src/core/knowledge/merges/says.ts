import { saying, type Quoted, type Says } from '../../kernel/says.ts';

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
  'merge.differ': { details: readonly string[] };
  'merge.reversible': Record<never, never>;
}

export const say = saying<MergeSays>();
