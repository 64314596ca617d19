import { refusals } from '../../kernel/refusal.ts';
import type { TaskProblems } from './says.ts';

/** A task that is not there is `task_not_found` of the background room, as the specification names it. */
export const refuse = refusals<TaskProblems>()('tasks', {
  invalid_parent: 'invalid',
  invalid_task: 'invalid',
  task_running: 'conflict',
});
