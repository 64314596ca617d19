import type { Whose } from '../../trust/people/model.ts';
import type { QueuedTaskId, RunId, SessionId, ThreadId, ToolCallId } from '../../kernel/ids.ts';
import type { RunEvent, RunTotals } from './events.ts';
import type { Resumable, Resumption } from './resume/model.ts';
import type { GivenInstructions } from '../../instance/instructions/model.ts';
import type { ToolSwitches } from '../../instance/tool-switches/model.ts';
import type {
  CallBegun,
  GivenToRun,
  Run,
  RunError,
  RunStatus,
  SideCall,
  StopReason,
  ToolCallRecord,
} from './model.ts';
import type { Past } from '../../instance/expiry/model.ts';
import type { BackgroundChange } from '../../conversation/background/changes.ts';
import type { PromptChange } from '../../conversation/prompts/store.ts';
import type { ToldChange } from '../../knowledge/told/store.ts';
import type { ThreadChange } from '../../conversation/threads/store.ts';
import type { UnreadChange } from '../../conversation/unread/changes.ts';

export type { RunEvent };

/** Reads only; writes go through `Journal.commit`. Every method may be repeated. */
export interface RunStore {
  get(whose: Whose, runId: RunId): Promise<Run | null>;
  /** The replays of this run, the last one first. */
  replays(runId: RunId, limit: number): Promise<readonly Run[]>;
  /** Runs whose status is `running`, oldest first. At startup these are the ones that a crash cut off. */
  unfinished(): Promise<readonly Run[]>;
  /** The boot id of the machine when the run began; null for a run of a version that did not write it. */
  bootId(runId: RunId): Promise<string | null>;
  byIdempotencyKey(sessionId: SessionId, key: string, since: number): Promise<Run | null>;
  /** What it was given of what its owner has settled; nothing once its thread was deleted. */
  given(runId: RunId): Promise<GivenToRun>;
  /** Null when the run has none. */
  lastEventId(runId: RunId): Promise<number | null>;
  /** When its last event was written; null when it has none. */
  lastEventAt(runId: RunId): Promise<number | null>;
  /** Null for a run that does not go on after a restart. */
  resumable(runId: RunId): Promise<Resumable | null>;
  /**
   * Events with ids above `after`, in order: at least one if there is one, at most `limit`, and after the first only as
   * many as fit into `runLimits.replayBytes` together.
   */
  events(runId: RunId, after: number, limit: number): Promise<readonly RunEvent[]>;
  /** One call of a thread; null when that thread has none of this id. */
  toolCall(threadId: ThreadId, id: ToolCallId): Promise<ToolCallRecord | null>;
  toolCalls(runId: RunId): Promise<readonly ToolCallRecord[]>;
  /** US dollars that runs which began then or later, and have ended, cost together, with the summaries made since. */
  costSince(whose: Whose, instant: number): Promise<number>;
  /** Model calls that have begun and have no recorded end. */
  callsBegun(): Promise<readonly CallBegun[]>;
  liveInThread(threadId: ThreadId): Promise<RunId | null>;
}

export type RunChange =
  /** Refused (`JournalConflict`) while another run of the same thread is `running`. */
  | {
      readonly change: 'run.start';
      readonly run: Run;
      readonly idempotencyKey: string | null;
      /** See `MachineBoot`; null for rows of versions that did not write it. */
      readonly bootId: string | null;
      /** What its model is given of its owner's instructions; absent: nothing. */
      readonly instructions?: readonly GivenInstructions[];
      /** The tools that are switched on or off in it; absent or null: none are. */
      readonly tools?: ToolSwitches | null;
      /** What another process needs to go on with it; absent or null if it ends when its process does. */
      readonly resumption?: Resumption | null;
      /** The waiting task that it is, which leaves its queue. Refused (`JournalConflict`) if that does not wait. */
      readonly fromQueue?: QueuedTaskId;
    }
  /** Ends a running run and adds its cost to the thread. Refused (`JournalConflict`) if the run has already ended. */
  | {
      readonly change: 'run.end';
      readonly runId: RunId;
      readonly status: Exclude<RunStatus, 'running'>;
      readonly stopReason: StopReason | null;
      readonly error: RunError | null;
      readonly totals: RunTotals;
      /** Spent waiting for a person; not part of the duration. */
      readonly waitMs: number;
      readonly endedAt: number;
    }
  /** Another process goes on with a run. Refused (`JournalConflict`) if it has ended. */
  | {
      readonly change: 'run.resume';
      readonly runId: RunId;
      readonly bootId: string;
      /** Of work and of waiting, before. */
      readonly elapsedMs: number;
      readonly at: number;
    }
  | { readonly change: 'run.event'; readonly runId: RunId; readonly event: RunEvent; readonly at: number }
  /** The intent: committed before the tool is called. */
  | { readonly change: 'tool-call.start'; readonly call: ToolCallRecord }
  | {
      readonly change: 'tool-call.end';
      readonly runId: RunId;
      readonly toolCallId: ToolCallId;
      readonly output: string;
      readonly success: boolean;
      readonly durationMs: number;
    }
  /** Written before a call that may cost something. Each caller has at most one: the next replaces it. */
  | { readonly change: 'call.begin'; readonly call: CallBegun }
  /** The same commit records what the call cost. `run.end` and `side-call.end` imply this for their caller. */
  | { readonly change: 'call.end'; readonly callerId: string }
  /**
   * Adds the cost to the thread, and that of a sub-agent to its run. Refused (`JournalConflict`) if the thread is gone.
   */
  | { readonly change: 'side-call.end'; readonly call: SideCall }
  | { readonly change: 'idempotency.forget'; readonly past: Past };

/** Every change that a run writes. */
export type RunWrite = RunChange | ToldChange | ThreadChange | PromptChange | UnreadChange | BackgroundChange;
