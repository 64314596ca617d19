import { saying, type Quoted } from '../../kernel/says.ts';

export interface TaskSays {
  'task.note': Record<never, never>;
  /** Work in the background. */
  'task.begin': { what: Quoted };
}

export const say = saying<TaskSays>();
