import type { Whose } from '../../trust/people/model.ts';
import type { PromptId, RunId, SessionId, ThreadId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import type { Prompt } from './model.ts';

/** The end of a page of pending prompts. */
export interface PromptPosition {
  readonly promptNo: number;
}

export interface PendingPrompt {
  readonly prompt: Prompt;
  /** Milliseconds until it expires. */
  readonly timeoutMs: number;
}

interface InThread {
  readonly threadId: ThreadId;
  readonly threadTitle: string;
}

/** One that waits, and where. */
export interface WaitingPrompt extends PendingPrompt, InThread {}

/** One that the end of the engine closed. Its answer is the next task of its thread. */
export interface LeftPrompt extends InThread {
  readonly prompt: Prompt;
}

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface PromptStore {
  get(promptId: PromptId): Promise<Prompt | null>;
  /** Null, too, for one that was asked elsewhere: that takes no other reads. */
  inThread(threadId: ThreadId, promptId: PromptId): Promise<Prompt | null>;
  /** As stored: it may have expired. There is at most one. */
  pendingIn(sessionId: SessionId): Promise<Prompt | null>;
  /** As stored, of all sessions, oldest first: some may have expired. */
  pending(
    whose: Whose,
    query: {
      readonly limit: number;
      readonly after: PromptPosition | null;
    },
  ): Promise<Page<Omit<WaitingPrompt, 'timeoutMs'>, PromptPosition>>;
  /**
   * Questions that the model of a conversation asked in words and the end of the engine closed, and after which nothing was
   * done in their threads; of threads that are not archived. The newest first.
   */
  leftByEnd(whose: Whose, limit: number): Promise<readonly LeftPrompt[]>;
  /** All questions of the run, in order. */
  ofRun(runId: RunId): Promise<readonly Prompt[]>;
}

export type PromptChange =
  /** Refused (`JournalConflict`) while its session has another pending prompt. */
  | { readonly change: 'prompt.ask'; readonly prompt: Prompt }
  /** Refused (`JournalConflict`) unless it is pending, so that only the first answer counts. */
  | {
      readonly change: 'prompt.answer';
      readonly promptId: PromptId;
      readonly answer: string;
      readonly at: number;
    }
  /** Expires those of these that are pending, perhaps none; ignores the others. */
  | { readonly change: 'prompt.expire'; readonly which: PendingPrompts; readonly at: number };

export type PendingPrompts = { readonly promptId: PromptId } | { readonly runId: RunId } | 'all';
