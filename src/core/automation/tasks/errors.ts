import { conflict, invalid, refusals } from '../../kernel/refusal.ts';

/** A task that is not there is `task_not_found` of the background room, as the specification names it. */
export const refuse = refusals({
  invalid_parent: invalid('The parent of a task is another task, which is not in it, and not too deep.'),
  invalid_task: invalid('A task needs a title that is not empty.'),
  task_running: conflict('The agent works on this task. Stop it first: POST /api/tasks/:id/stop.'),
});
