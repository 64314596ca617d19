import { refusals } from '../../kernel/refusal.ts';
import type { PastProblems } from './says.ts';

export const refuse = refusals<PastProblems>()('past', {
  import_unknown: 'impossible',
  import_too_large: 'too_large',
  import_gone: 'not_found',
  import_begun: 'conflict',
  import_not_listed: 'impossible',
});
