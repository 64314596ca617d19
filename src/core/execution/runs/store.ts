import type { RunId, SessionId, ThreadId, ToolCallId } from '../../kernel/ids.ts';
import type { RunEvent } from './events.ts';
import type { Resumable } from './resume/model.ts';
import type { CallBegun, Run, ToolCallRecord } from './model.ts';

export type { RunEvent };

/** Reads only; writes go through `Journal.commit`. Every method may be repeated. */
export interface RunStore {
  get(runId: RunId): Promise<Run | null>;
  /** The replays of this run, the last one first. */
  replays(runId: RunId, limit: number): Promise<readonly Run[]>;
  /** Runs whose status is `running`, oldest first. At startup these are the ones that a crash cut off. */
  unfinished(): Promise<readonly Run[]>;
  /** The boot id of the machine when the run began; null for a run of a version that did not write it. */
  bootId(runId: RunId): Promise<string | null>;
  byIdempotencyKey(sessionId: SessionId, key: string, since: number): Promise<Run | null>;
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
  costSince(instant: number): Promise<number>;
  /** Model calls that have begun and have no recorded end. */
  callsBegun(): Promise<readonly CallBegun[]>;
  liveInThread(threadId: ThreadId): Promise<RunId | null>;
}
