import { refusals } from '../../kernel/refusal.ts';
import type { PromptProblems } from './says.ts';

export const refuse = refusals<PromptProblems>()('prompts', {
  prompt_not_found: 'not_found',
  no_pending_prompt: 'conflict',
  prompt_id_required: 'invalid',
  prompt_expired: 'gone',
  invalid_answer: 'invalid',
  /** For the model. */
  malformed_question: 'invalid',
  prompt_pending: 'conflict',
  /** For the model: the prompt supplies the sentence. */
  unanswered: 'gone',
});
