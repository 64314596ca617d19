import type { Attached } from './attachments/attached.ts';

const keyOf = (threadId: string | null): string => `svc.draft.${threadId ?? 'new'}`;
const filesKeyOf = (threadId: string | null): string => `svc.draft.files.${threadId ?? 'new'}`;

/** What was typed for a thread and not sent yet; null is the thread that is not made yet. It stays in this browser. */
export const draftOf = (threadId: string | null): string => localStorage.getItem(keyOf(threadId)) ?? '';

export function keepDraft(threadId: string | null, text: string): void {
  if (text === '') localStorage.removeItem(keyOf(threadId));
  else localStorage.setItem(keyOf(threadId), text);
}

/** The files that were uploaded for it. */
export function filesOfDraft(threadId: string | null): readonly Attached[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(filesKeyOf(threadId)) ?? '[]');
    return Array.isArray(kept) ? (kept as readonly Attached[]) : [];
  } catch {
    return [];
  }
}

export function keepFilesOfDraft(threadId: string | null, files: readonly Attached[]): void {
  if (files.length === 0) localStorage.removeItem(filesKeyOf(threadId));
  else localStorage.setItem(filesKeyOf(threadId), JSON.stringify(files));
}
