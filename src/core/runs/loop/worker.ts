import type { RunId, SessionId, ThreadId } from '../../kernel/ids.ts';
import type { CallBegun } from '../model.ts';
import type { AbortCause } from '../model.ts';
import type { RunLog } from '../run-log.ts';

export type WorkerLog = Pick<RunLog, 'delta' | 'soon' | 'record'>;

/** On whose behalf a loop works: a run, or a sub-agent of one, whose ids are those of its run. */
export interface Worker {
  readonly runId: RunId;
  /** What its model calls are written down as: those of the run, or of the sub-agent. */
  readonly caller: Pick<CallBegun, 'callerId' | 'sideCall'>;
  readonly sessionId: SessionId;
  readonly threadId: ThreadId;
  /** The name of a sub-agent; null for the run itself. */
  readonly agent: string | null;
  /** Whether the owner can be asked: they have started this run. */
  readonly isAttended: boolean;
  readonly signal: AbortSignal;
  readonly abortCause: AbortCause | null;
  /** Milliseconds spent waiting for a person. */
  waitMs: number;
  /** Spent by its own turns. */
  spentUsd: number;
  /** Spent by its sub-agents. */
  readonly agentsUsd: number;
  readonly log: WorkerLog;
}
