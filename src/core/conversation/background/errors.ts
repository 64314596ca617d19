import { refusals } from '../../kernel/refusal.ts';
import type { BackgroundProblems } from './says.ts';

/** Specification › Task stop. */
export const refuse = refusals<BackgroundProblems>()('background', {
  task_not_found: 'not_found',
  not_running: 'conflict',
  unstoppable: 'conflict',
  ambiguous_id: 'conflict',
  id_too_short: 'invalid',
  forbidden: 'forbidden',
});
