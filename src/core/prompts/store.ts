import type { PromptId, RunId, SessionId } from '../kernel/ids.ts';
import type { Prompt } from './model.ts';

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface PromptStore {
  get(promptId: PromptId): Promise<Prompt | null>;
  /** As stored: it may have expired. There is at most one. */
  pendingIn(sessionId: SessionId): Promise<Prompt | null>;
  /** All questions of the run, in order. */
  ofRun(runId: RunId): Promise<readonly Prompt[]>;
}
