import type { PriceKnown } from '../../../ports/model.ts';
import type { Standing } from '../../../conversation/consent/port.ts';
import type { RunId, SessionId, ThreadId } from '../../../kernel/ids.ts';
import type { CallBegun } from '../model.ts';
import type { AbortCause } from '../model.ts';
import type { RunLog } from '../run-log.ts';

export type WorkerLog = Pick<RunLog, 'delta' | 'soon' | 'record' | 'progressed'>;

/** Whose work a loop does: a run's, or a sub-agent's, which has the ids of its run. */
export interface Worker {
  readonly runId: RunId;
  /** Identifies the caller in records of model calls: the run or the sub-agent. */
  readonly caller: Pick<CallBegun, 'callerId' | 'sideCall'>;
  readonly sessionId: SessionId;
  readonly threadId: ThreadId;
  /** The name of a sub-agent; null for the run itself. */
  readonly agent: string | null;
  readonly standing: Standing;
  readonly signal: AbortSignal;
  readonly abortCause: AbortCause | null;
  /** The engine stops, and the next one goes on with this work: it must not end. */
  readonly suspends: boolean;
  /** Milliseconds spent waiting for a person. */
  waitMs: number;
  /** Spent by its own turns. */
  spentUsd: number;
  /** Whether that is an amount and no estimate: see `PriceKnown` of the model. */
  priceKnown: PriceKnown;
  /** Spent by its sub-agents. */
  readonly agentsUsd: number;
  readonly log: WorkerLog;
}
