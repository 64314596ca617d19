import type { IdsOfWork } from '../../conversation/background/port.ts';
import type { TaskId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Task, TaskStatus } from './model.ts';

export interface TaskQuery {
  readonly status: TaskStatus | null;
  readonly assignee: string | null;
  readonly tag: string | null;
  readonly parentId: TaskId | null;
  /** Words in the title or the description, in any capitals. */
  readonly words: string | null;
  readonly limit: number;
  /** The number of the last task of the page before. */
  readonly after: number | null;
}

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface TaskStore extends IdsOfWork {
  get(taskId: TaskId): Promise<Task | null>;
  /** The newest first. */
  list(query: TaskQuery): Promise<Page<Task, number>>;
  /** The task itself and everything in it. */
  family(taskId: TaskId): Promise<readonly TaskId[]>;
  /** How many tasks lie within each other in it, itself included. */
  height(taskId: TaskId): Promise<number>;
  /** What it is in: its parent first, then the parent of that. */
  ancestors(taskId: TaskId): Promise<readonly TaskId[]>;
  /** Those on which a run of the agent works, as far as is stored. */
  inProgress(): Promise<readonly Task[]>;
}
