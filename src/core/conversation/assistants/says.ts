import type { Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface AssistantProblems extends Plain<'assistants.assistant_not_found'> {
  'assistants.assistant_name_taken': { name: string };
  'assistants.too_many_assistants': { most: number };
}
