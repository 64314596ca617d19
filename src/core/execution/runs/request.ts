import type { Starter } from '../../trust/people/model.ts';
import type { BackgroundChange } from '../../conversation/background/changes.ts';
import type { QueuedTaskId, RunId, TriggerId, WorkflowId } from '../../kernel/ids.ts';
import type { Tool } from './port.ts';
import type { ThreadSettings } from '../../conversation/threads/model.ts';
import type { Session } from '../../conversation/sessions/model.ts';
import type { Durability } from '../../ports/journal.ts';
import type { RunWrite } from './store.ts';
import type { Replayed } from './replays/replayed.ts';

/** What a run is started with. */
export interface RunRequest {
  readonly task: string;
  readonly profile: string | null;
  /** The profile is that of the thread, and not named in this request: if it is gone, the model of the settings answers. */
  readonly isThreadsProfile?: boolean;
  /** Scoped to the session, kept for 24 hours. */
  readonly idempotencyKey: string | null;
  readonly startedBy: Starter;
  /** Whether questions of the run reach a person who follows it. Absent: if a person started it. */
  readonly isAttended?: boolean;
  /** After a restart of the engine it goes on where it was. Not for work whose tools are wrapped. */
  readonly resume?: boolean;
  /** Set for work that a task, a trigger or a workflow started. */
  readonly background?: BackgroundWork;
  /** Another model of the profile's provider; absent or null: the one of the profile. */
  readonly model?: string | null;
  /** Set for a replay: an earlier run once more, where nothing outside is touched. */
  readonly replay?: Replayed;
  /** An id that was chosen before, of which no run exists; absent: a new one. */
  readonly runId?: RunId;
  /** Material that came with the task, from others and marked so (`untrusted`): the model reads it after the task. */
  readonly material?: string;
  /** The same from a model in earlier work: addresses in it count as composed by the model. */
  readonly modelsMaterial?: string;
  /** Paths of files of the workspace; absent: none. */
  readonly attachments?: readonly string[];
  /** A run of the same thread: this one is another version of its turn, and follows what that one followed. */
  readonly insteadOf?: RunId | null;
  /** Set where the session, or what else belongs to the run, is made in the commit that starts it. */
  readonly opening?: Opening;
  /** The waiting task that this is; it leaves its queue in the commit that starts the run. */
  readonly fromQueue?: QueuedTaskId;
}

/** What is made with a run: all of it is stored, or nothing. */
export interface Opening {
  /** The session of the run, which may not be stored yet. */
  readonly session: Session;
  /** What its thread begins with, where that is made, too. */
  readonly settings?: ThreadSettings;
  /** Commits what is made, and after it these changes, as one list. */
  readonly commit: (start: readonly RunWrite[], durability: Durability) => Promise<void>;
}

/**
 * Work beside conversations. Its owner does not follow it, so nothing counts as allowed because they are there; but its
 * questions wait for them. The model sees only its task, not what earlier runs of the thread said: that would only cost.
 */
export interface BackgroundWork {
  /** The trigger whose consents count for it; null without one. */
  readonly triggerId: TriggerId | null;
  /** The workflow whose consents count for it; absent: none. */
  readonly workflowId?: WorkflowId | null;
  /** What the run and its sub-agents may cost together, in US dollars, if the configuration allows more. */
  readonly ceilingUsd: number;
  /** All of that is reserved before it starts: other work cannot spend it. */
  readonly isReserved?: boolean;
  /** The provider's fast model does it, where one is known. */
  readonly isFast?: boolean;
  /** The names of the tools that it is offered; absent or null: all. */
  readonly only?: readonly string[] | null;
  /** Chooses and wraps the tools that it is offered, after `only`; absent: they stay as they are. */
  readonly tools?: (all: readonly Tool[]) => readonly Tool[];
  /** An agent wrote the task: nothing in it counts as words of the owner. */
  readonly isTaskOfAgent: boolean;
  /** Committed with the start of the run: both happen, or neither. */
  readonly alongside: readonly BackgroundChange[];
}
