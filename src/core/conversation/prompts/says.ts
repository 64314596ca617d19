import { saying, type Plain, type Quoted, type Says } from '../../kernel/says.ts';

/** Why something is refused. */
export interface PromptProblems extends Plain<
  | 'prompts.prompt_not_found'
  | 'prompts.no_pending_prompt'
  | 'prompts.prompt_expired'
  | 'prompts.prompt_pending'
  | 'prompts.answered'
  | 'prompts.no_secret'
  | 'prompts.secret_only'
  | 'prompts.consent_by_id'
  | 'prompts.repeat'
  | 'prompts.form'
  | 'prompts.none_answered'
> {
  'prompts.no_question': { index: Quoted; last: number };
  'prompts.empty_answer': { index: string };
  'prompts.of_question': { index: string; why: Says };
  'prompts.no_option': { options: readonly Quoted[] };
  'prompts.no_yes_or_no': { options: readonly Quoted[] };
}

export const say = saying<PromptProblems>();
