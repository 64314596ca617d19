import { refusals } from '../../kernel/refusal.ts';
import type { AssistantProblems } from './says.ts';

export const refuse = refusals<AssistantProblems>()('assistants', {
  assistant_not_found: 'not_found',
  assistant_name_taken: 'conflict',
  too_many_assistants: 'conflict',
});
