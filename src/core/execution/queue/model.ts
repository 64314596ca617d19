// Room: tasks that wait for the run of their thread. A task leaves its queue in the commit that starts its
// run.

import type { QueuedTaskId, ThreadId } from '../../kernel/ids.ts';
import type { Run } from '../runs/model.ts';

/** A task that starts as a run of its thread when the runs and tasks before it have ended. */
export interface QueuedTask {
  readonly queuedTaskId: QueuedTaskId;
  readonly threadId: ThreadId;
  readonly task: string;
  /** Null: that of the session. */
  readonly profile: string | null;
  /** Paths of files of the workspace; they are read when it starts. */
  readonly attachments: readonly string[];
  readonly createdAt: number;
}

/** The tasks of a thread that wait, oldest first. */
export interface Queue {
  readonly tasks: readonly QueuedTask[];
  /**
   * Why none of them starts until the owner resumes the queue; null while it goes on by itself. `aborted`: the owner
   * stopped a run; `restarted`: the engine was started again, and work does not start by itself then; `budget`: a run
   * reached a cost ceiling; `handed_over`: somebody else wrote what waits; otherwise the code with which a run failed, or could not start.
   */
  readonly heldBy: string | null;
}

/** Why the queue waits after a run that ended like this; null if it goes on. */
export function heldAfter({
  status,
  stopReason,
  error,
}: Pick<Run, 'status' | 'stopReason' | 'error'>): string | null {
  switch (status) {
    case 'aborted':
      return 'aborted';
    case 'failed':
    case 'interrupted':
      return error?.code ?? status;
    case 'completed':
      return stopReason === 'budget' ? 'budget' : null;
    case 'running':
      // Its end could not be written.
      return 'storage_error';
  }
}
