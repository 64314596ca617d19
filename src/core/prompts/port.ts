import type { RunId, SessionId, ToolCallId } from '../kernel/ids.ts';
import type { PromptChange } from './changes.ts';
import type { PromptAsked } from './model.ts';

/** Where the questions of a run are kept. */
export interface RecordsQuestions {
  /**
   * Puts events into the numbered sequence of the run, together with `changes`, in one transaction.
   * @throws what the journal throws; the run cannot go on then, so a change that may conflict has no place here
   */
  record(events: readonly PromptAsked[], changes: readonly PromptChange[]): Promise<void>;
}

/** A call that asks the owner, and waits for the answer until its signal aborts. */
export interface AskingCall extends RecordsQuestions {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  readonly toolCallId: ToolCallId;
  readonly signal: AbortSignal;
}

/** The sessions in which questions are asked. */
export interface SessionsThatAsk {
  /** @throws Refusal session_not_found */
  get(sessionId: SessionId): Promise<unknown>;
}
