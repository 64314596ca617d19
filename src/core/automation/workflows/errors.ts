import { refusals } from '../../kernel/refusal.ts';
import type { WorkflowProblems } from './says.ts';

export const refuse = refusals<WorkflowProblems>()('workflows', {
  workflow_not_found: 'not_found',
  workflow_run_not_found: 'not_found',
  invalid_workflow: 'invalid',
  invalid_parameters: 'invalid',
  workflow_in_use: 'conflict',
  workflow_in_progress: 'conflict',
  nothing_to_retry: 'conflict',
});
