import { conflict, gone, invalid, notFound, refusalsInText } from '../../kernel/refusal.ts';

export const refuse = refusalsInText({
  prompt_not_found: notFound('There is no prompt with this id here.'),
  no_pending_prompt: conflict('Nothing is being asked here.'),
  prompt_id_required: invalid('Answer this with its promptId.'),
  prompt_expired: gone('This prompt has expired: its run has stopped waiting for the answer.'),
  invalid_answer: invalid('This is no answer to what was asked.'),
  /** For the model. */
  malformed_question: invalid('The question cannot be asked like this.'),
  prompt_pending: conflict(
    'You are asking something already: wait for that answer, or ask both in one form.',
  ),
  /** For the model: the prompt supplies the sentence. */
  unanswered: gone('There is no answer.'),
});
