import { saying, type Plain, type Quoted } from '../../kernel/says.ts';

export interface TaskSays {
  /** Work in the background. */
  'task.begin': { what: Quoted };
}

/** Why the agent did not complete a task. */
export interface TaskEndSays extends Plain<'task.run-unknown' | 'task.interrupted'> {
  'task.unfinished': { stopReason: string };
}

/** Why something is refused. */
export interface TaskProblems extends Plain<
  | 'tasks.invalid_parent'
  | 'tasks.invalid_task'
  | 'tasks.task_running'
  | 'tasks.in_itself'
  | 'tasks.create_work'
> {
  'tasks.deep': { most: number };
}

export const sayEnd = saying<TaskEndSays>();

export const say = saying<TaskSays & TaskProblems>();
