import { saying, type Plain, type Quoted } from '../../kernel/says.ts';

/** Why something is refused. */
export interface ErasureProblems extends Plain<
  | 'erasure.erasure_on_host'
  | 'erasure.erasure_in_progress'
  | 'erasure.runs_did_not_stop'
  | 'erasure.unknown_entries'
  | 'erasure.erasure_incomplete'
  | 'erasure.mounted'
  | 'erasure.name_them'
> {
  'erasure.not_confirmed': { word: string };
  'erasure.not_all_named': { names: readonly Quoted[]; more: number };
  'erasure.not_there': { names: readonly Quoted[]; more: number };
}

export const say = saying<ErasureProblems>();
