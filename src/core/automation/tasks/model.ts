// Room: to-dos of people, and work of the agent in the background. Words that the agent wrote never count
// as its owner's.

import type { PersonId, RunId, TaskId, ThreadId } from '../../kernel/ids.ts';
import type { Says } from '../../kernel/says.ts';
import { saidIn, type Worded } from '../../kernel/worded.ts';
import { STOPPED, type Run } from '../../execution/runs/model.ts';
import { sayEnd as sayRunEnd } from '../../execution/runs/says.ts';
import { sayEnd } from './says.ts';

export type TaskStatus = 'open' | 'in_progress' | 'completed' | 'failed';
export type TaskPriority = 'low' | 'medium' | 'high' | 'urgent';

/** `assignee` of what the agent works on. */
export const AGENT = 'agent';

/** A to-do of a person, or work for the agent. Instants are milliseconds since the epoch. */
export interface Task {
  readonly taskId: TaskId;
  readonly title: string;
  readonly description: string | null;
  readonly status: TaskStatus;
  readonly priority: TaskPriority;
  /** Whose it is: `agent`, or any name. */
  readonly assignee: string | null;
  readonly dueAt: number | null;
  readonly tags: readonly string[];
  readonly parentId: TaskId | null;
  /** The conversation in which the agent works on it. */
  readonly threadId: ThreadId | null;
  /** The last run that worked on it. */
  readonly runId: RunId | null;
  /** Why the agent did not complete it; null if it did, or has not tried. */
  readonly problem: Worded | null;
  /** What the agent said when it ended its work: its own words, which nothing has checked. */
  readonly report: string | null;
  /** Who has completed it: a user, or `agent`, whose word that is; null while it is not. */
  readonly completedBy: string | null;
  /** Whose it is. */
  readonly personId: PersonId;
  /** `owner`: that person; or `agent`. */
  readonly createdBy: string;
  /** The agent wrote some of its words, so they do not count as words of its owner. */
  readonly isOfAgent: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly completedAt: number | null;
}

/** What became of a task when the run that worked on it has ended. */
export function afterRun(run: Pick<Run, 'status' | 'stopReason' | 'error'> | null): {
  readonly status: TaskStatus;
  readonly problem: readonly Says[] | null;
} {
  if (run === null) return { status: 'failed', problem: [sayEnd('task.run-unknown')] };
  switch (run.status) {
    case 'completed':
      return run.stopReason === 'end_turn' || run.stopReason === null
        ? { status: 'completed', problem: null }
        : { status: 'failed', problem: [sayEnd('task.unfinished', { stopReason: run.stopReason })] };
    case 'aborted':
      return { status: 'open', problem: STOPPED.says };
    case 'failed':
      return {
        status: 'failed',
        problem: run.error ? saidIn(run.error) : [sayRunEnd('run.failed')],
      };
    case 'running':
    case 'interrupted':
      return { status: 'failed', problem: [sayEnd('task.interrupted')] };
  }
}
