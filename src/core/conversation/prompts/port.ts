import type { Whose } from '../../trust/people/model.ts';
import type { PromptId, RunId, SessionId, ToolCallId, PersonId } from '../../kernel/ids.ts';
import type { PromptChange } from './store.ts';
import type { PromptAsked, WantedSecret } from './model.ts';

/** Records the questions of a run. */
export interface RecordsQuestions {
  /**
   * Adds events to the numbered sequence of the run, together with `changes`, in one transaction.
   * @throws the errors of the journal; these end the run, so never pass a change that may conflict
   */
  record(events: readonly PromptAsked[], changes: readonly PromptChange[]): Promise<void>;
}

/** A call that asks the owner, and waits for the answer until its signal aborts. */
export interface AskingCall extends RecordsQuestions {
  readonly runId: RunId;
  readonly sessionId: SessionId;
  /** For whom the run acts; absent for the engine itself. */
  readonly personId?: PersonId;
  readonly toolCallId: ToolCallId;
  readonly signal: AbortSignal;
}

/** The sessions of the prompts. */
export interface SessionsThatAsk {
  /** @throws Refusal session_not_found */
  get(whose: Whose, sessionId: SessionId): Promise<unknown>;
}

/** The model's request for a secret, with its reason. */
export interface AskingForSecret extends WantedSecret {
  readonly prompt: string;
  /** Ask even if a secret with this name exists. */
  readonly replace: boolean;
}

export interface SecretSaved {
  /** Null means the pending prompt. */
  readonly promptId: PromptId | null;
  /** False: the owner declines. */
  readonly saved: boolean;
  /** False, only with `saved: false`: the owner could not be asked. */
  readonly wasAsked?: boolean | undefined;
}

export interface Reply {
  /** Null means the pending prompt. */
  readonly promptId: PromptId | null;
  readonly answer: string;
}
