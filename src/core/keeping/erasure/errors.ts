import { refusals } from '../../kernel/refusal.ts';
import type { ErasureProblems } from './says.ts';

export const refuse = refusals<ErasureProblems>()('erasure', {
  not_confirmed: 'invalid',
  erasure_on_host: 'forbidden',
  erasure_in_progress: 'conflict',
  runs_did_not_stop: 'conflict',
  unknown_entries: 'conflict',
  erasure_incomplete: 'internal',
});
