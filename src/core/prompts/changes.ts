import type { PromptId, RunId } from '../kernel/ids.ts';
import type { Prompt } from './model.ts';

export type PromptChange =
  /** Refused (`JournalConflict`) while another prompt of its session is pending. */
  | { readonly change: 'prompt.ask'; readonly prompt: Prompt }
  /** Refused (`JournalConflict`) unless it is pending: of many answers one is kept. */
  | {
      readonly change: 'prompt.answer';
      readonly promptId: PromptId;
      readonly answer: string;
      readonly at: number;
    }
  /** Those of these that are pending; the others are left alone, and it may be none. */
  | { readonly change: 'prompt.expire'; readonly which: PendingPrompts; readonly at: number };

export type PendingPrompts = { readonly promptId: PromptId } | { readonly runId: RunId } | 'all';
