import { signal } from '@preact/signals';
import { engine, type Answer } from '../engine/client.ts';

export type Assistant = Answer<'assistants.list'>['assistants'][number];

/** Those that a new conversation may begin with. */
export const assistants = signal<readonly Assistant[]>([]);

/** The id of the one that the next new conversation begins with; null: none. */
export const chosenAssistant = signal<string | null>(null);

export async function refreshAssistants(): Promise<void> {
  assistants.value = (await engine['assistants.list']()).assistants;
  if (!assistants.value.some(({ assistantId }) => assistantId === chosenAssistant.value))
    chosenAssistant.value = null;
}
