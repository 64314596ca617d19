import { refusals } from '../../kernel/refusal.ts';
import type { BatchProblems } from './says.ts';

export const refuse = refusals<BatchProblems>()('batches', {
  batch_not_found: 'not_found',
  batch_empty: 'invalid',
  batch_ids_not_unique: 'invalid',
  batch_request_invalid: 'invalid',
  batch_too_large: 'too_large',
  batches_full: 'conflict',
  batch_too_expensive: 'impossible',
});
