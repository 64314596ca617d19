import type { PromptId, RunId, SessionId, ToolCallId } from '../kernel/ids.ts';
import type { PromptChange } from './changes.ts';
import type { Prompt, PromptAsked, WantedSecret } from './model.ts';

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

/** What the model asks for: a secret, and why. */
export interface AskingForSecret extends WantedSecret {
  readonly prompt: string;
  /** Also where there is one with this name. */
  readonly replace: boolean;
}

export interface SecretSaved {
  /** Null means the prompt that is pending. */
  readonly promptId: PromptId | null;
  /** False: the owner does not want to give it. */
  readonly saved: boolean;
  /** False beside `saved: false`: the owner could not be asked. */
  readonly wasAsked?: boolean | undefined;
}

export interface Reply {
  /** Null means the prompt that is pending. */
  readonly promptId: PromptId | null;
  readonly answer: string;
}

export interface PendingPrompt {
  readonly prompt: Prompt;
  /** Milliseconds until it expires. */
  readonly timeoutMs: number;
}
