import { refusals } from '../../kernel/refusal.ts';
import type { MemoryProblems } from './says.ts';

export const refuse = refusals<MemoryProblems>()('memory', {
  namespace_not_found: 'not_found',
  entry_not_found: 'not_found',
  entry_superseded: 'conflict',
  entry_of_another: 'forbidden',
  nothing_to_remember: 'invalid',
  empty_pattern: 'invalid',
  pattern_too_broad: 'conflict',
  memory_too_large: 'too_large',
  secret_in_memory: 'impossible',
});
