import type { AssistantId, PersonId } from '../../kernel/ids.ts';
import type { Assistant } from './model.ts';

/** Reads only: changes go through `Journal.commit`. Every method is repeatable. */
export interface AssistantStore {
  get(person: PersonId, assistantId: AssistantId): Promise<Assistant | null>;
  /** Those of one person in the order of their names, at most as many as there may be. */
  all(person: PersonId): Promise<readonly Assistant[]>;
}

export type AssistantChange =
  | { readonly change: 'assistant.create'; readonly assistant: Assistant }
  /** Replaces what it was. Refused (`JournalConflict`) if it is gone. */
  | { readonly change: 'assistant.replace'; readonly assistant: Assistant }
  | { readonly change: 'assistant.delete'; readonly assistantId: AssistantId };
