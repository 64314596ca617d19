import type { PromptId, RunId, SessionId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Prompt } from './model.ts';
import type { LeftPrompt, WaitingPrompt } from './port.ts';

/** The end of a page of pending prompts. */
export interface PromptPosition {
  readonly promptNo: number;
}

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface PromptStore {
  get(promptId: PromptId): Promise<Prompt | null>;
  /** As stored: it may have expired. There is at most one. */
  pendingIn(sessionId: SessionId): Promise<Prompt | null>;
  /** As stored, of all sessions, oldest first: some may have expired. */
  pending(query: {
    readonly limit: number;
    readonly after: PromptPosition | null;
  }): Promise<Page<Omit<WaitingPrompt, 'timeoutMs'>, PromptPosition>>;
  /**
   * Questions in words that the end of the engine closed, and after which nothing was done in their threads; of threads
   * that are not archived. The newest first.
   */
  leftByEnd(limit: number): Promise<readonly LeftPrompt[]>;
  /** All questions of the run, in order. */
  ofRun(runId: RunId): Promise<readonly Prompt[]>;
}
