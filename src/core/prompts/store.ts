import type { PromptId, RunId, SessionId } from '../kernel/ids.ts';
import type { Prompt } from './model.ts';

/** Reads only: what changes goes through `Journal.commit`. Every method may be repeated. */
export interface PromptStore {
  get(promptId: PromptId): Promise<Prompt | null>;
  /** As it is stored; its time may have run out. There is one at most. */
  pendingIn(sessionId: SessionId): Promise<Prompt | null>;
  /** All that the run has asked, in the order of asking. */
  ofRun(runId: RunId): Promise<readonly Prompt[]>;
}
