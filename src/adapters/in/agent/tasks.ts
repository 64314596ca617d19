import type { tasks, ToldTask } from '../../../contract/agent/tasks.ts';
import { modelText, trusted, type Renderers } from './model-text.ts';

export const tasksRenderers: Renderers<(typeof tasks)[number]> = {
  create_task: (made, marked) => modelText`The task was written down: ${marked('tasks', line(made))}`,
  update_task: (changed, marked) => modelText`The task is now: ${marked('tasks', line(changed))}`,
  complete_task: (done, marked) => modelText`The task is completed: ${marked('tasks', line(done))}`,
  list_tasks: (all, marked) =>
    all.length === 0
      ? trusted('There are no such tasks.')
      : modelText`The tasks, the newest first: ${marked('tasks', all.map(line).join('\n'))}`,
};

function line({ task, running }: ToldTask): string {
  const { taskId, title, status, priority, assignee, dueAt, tags, parentId, problem } = task;
  const more = [
    running ? 'the agent works on it' : null,
    assignee === null ? null : `for ${assignee}`,
    dueAt === null ? null : `due ${new Date(dueAt).toISOString()}`,
    parentId === null ? null : `in ${parentId}`,
    tags.length === 0 ? null : `tags ${tags.join(', ')}`,
    problem,
  ].filter((one) => one !== null);
  return `${taskId} ${JSON.stringify(title)}: ${[status, priority, ...more].join(', ')}`;
}
