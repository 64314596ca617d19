import { draftOfForm, keepDraftOfForm } from '../parts/form-drafts.ts';

/** What is typed for a new one survives a reload. */
export const DRAFTS = { automation: 'automation', reminder: 'reminder' } as const;

/** Keeps a text that was typed elsewhere as the title of the next reminder. */
export function carryToReminder(title: string): void {
  if (title.trim() !== '') keepDraftOfForm(DRAFTS.reminder, { ...draftOfForm(DRAFTS.reminder), title });
}
