import type { IdsOfWork } from '../../conversation/background/port.ts';
import type { Whose } from '../../trust/people/model.ts';
import type { RunId, TaskId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Worded } from '../../kernel/worded.ts';
import type { Task, TaskStatus } from './model.ts';
import type { TaskBegun } from '../../conversation/background/changes.ts';

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
  get(whose: Whose, taskId: TaskId): Promise<Task | null>;
  /** The newest first. */
  list(whose: Whose, query: TaskQuery): Promise<Page<Task, number>>;
  /** The task itself and everything in it. */
  family(taskId: TaskId): Promise<readonly TaskId[]>;
  /** How many tasks lie within each other in it, itself included. */
  height(taskId: TaskId): Promise<number>;
  /** What it is in: its parent first, then the parent of that. */
  ancestors(taskId: TaskId): Promise<readonly TaskId[]>;
  /** Those on which a run of the agent works, as far as is stored. */
  inProgress(): Promise<readonly Task[]>;
}

export type TaskChange =
  | TaskBegun
  /** Refused (`JournalConflict`) if its parent is gone. */
  | { readonly change: 'task.add'; readonly task: Task }
  /**
   * What its owner or the agent may change, but for its status, which the work on it may change meanwhile. Refused
   * (`JournalConflict`) if it or its parent is gone, or its parent lies in it.
   */
  | { readonly change: 'task.put'; readonly task: Task }
  /** Ignored if it is gone. */
  | {
      readonly change: 'task.status';
      readonly taskId: TaskId;
      readonly status: Task['status'];
      readonly problem: Worded | null;
      readonly by: string;
      readonly at: number;
    }
  /** Completes it and everything in it that is open. What the agent completed is completed by whoever does it again. */
  | { readonly change: 'task.complete'; readonly taskId: TaskId; readonly by: string; readonly at: number }
  /** What is in it goes with it. Ignored if it is gone. */
  | { readonly change: 'task.delete'; readonly taskId: TaskId }
  /** The run that works on it has ended. Ignored if another one does, or its status was set meanwhile. */
  | {
      readonly change: 'task.end';
      readonly taskId: TaskId;
      readonly runId: RunId;
      readonly status: Task['status'];
      readonly problem: Worded | null;
      readonly report: string | null;
      readonly at: number;
    };
