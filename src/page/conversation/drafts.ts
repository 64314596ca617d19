const keyOf = (threadId: string | null): string => `svc.draft.${threadId ?? 'new'}`;

/** What was typed for a thread and not sent yet; null is the thread that is not made yet. It stays in this browser. */
export const draftOf = (threadId: string | null): string => localStorage.getItem(keyOf(threadId)) ?? '';

export function keepDraft(threadId: string | null, text: string): void {
  if (text === '') localStorage.removeItem(keyOf(threadId));
  else localStorage.setItem(keyOf(threadId), text);
}
