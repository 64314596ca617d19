import { saying, type Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface MemoryProblems extends Plain<
  | 'memory.namespace_not_found'
  | 'memory.entry_not_found'
  | 'memory.entry_superseded'
  | 'memory.entry_of_another'
  | 'memory.nothing_to_remember'
  | 'memory.empty_pattern'
  | 'memory.pattern_too_broad'
  | 'memory.memory_too_large'
  | 'memory.secret_in_memory'
  | 'memory.empty_old_text'
> {}

export const say = saying<MemoryProblems>();
