import { refusals } from '../../kernel/refusal.ts';
import type { GraphProblems } from './says.ts';

export const refuse = refusals<GraphProblems>()('graph', {
  entity_not_found: 'not_found',
  relation_not_found: 'not_found',
  ambiguous_name: 'conflict',
  entity_merged: 'conflict',
  invalid_entity: 'invalid',
});
