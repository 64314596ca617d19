import type { PromptId, RunId } from '../../kernel/ids.ts';
import type { Prompt } from './model.ts';

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
