import { saying, type Plain, type Quoted } from '../../kernel/says.ts';

/** Why something is refused, and what of a conversation does not come. */
export interface PastProblems extends Plain<
  | 'past.import_unknown'
  | 'past.import_too_large'
  | 'past.import_gone'
  | 'past.import_begun'
  | 'past.damaged'
  | 'past.no_json'
  | 'past.cut_off'
  | 'past.no_conversation'
  | 'past.no_id'
  | 'past.twice'
  | 'past.empty'
  | 'past.tree_broken'
  | 'past.times'
  | 'past.not_stored'
  | 'past.grown'
  | 'past.grown_aside'
> {
  'past.not_listed': { sourceId: Quoted };
  'past.too_long': { most: number };
  'past.too_many_messages': { most: number };
  'past.files_left': { count: number };
  'past.tools_left': { count: number };
  'past.branches_left': { count: number };
  /** `from`: what it is called; `model`: which of its models wrote an answer, null if unknown. */
  'past.brought': { from: string; model: Quoted | null };
}

export const say = saying<PastProblems>();
