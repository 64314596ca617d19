import type { AssistantId } from '../../kernel/ids.ts';
import type { Assistant } from './model.ts';

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface AssistantStore {
  get(assistantId: AssistantId): Promise<Assistant | null>;
  /** In the order of their names, at most as many as there may be. */
  all(): Promise<readonly Assistant[]>;
}

export type AssistantChange =
  | { readonly change: 'assistant.create'; readonly assistant: Assistant }
  /** Replaces what it was. Refused (`JournalConflict`) if it is gone. */
  | { readonly change: 'assistant.replace'; readonly assistant: Assistant }
  | { readonly change: 'assistant.delete'; readonly assistantId: AssistantId };
