import type { TaskBegun } from '../../conversation/background/changes.ts';
import type { RunId, TaskId } from '../../kernel/ids.ts';
import type { Task } from './model.ts';

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
      readonly problem: string | null;
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
      readonly problem: string | null;
      readonly report: string | null;
      readonly at: number;
    };
