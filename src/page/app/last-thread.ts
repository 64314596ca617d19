import { signal } from '@preact/signals';

const KEY = 'svc.thread';

/** The conversation that was open last in this browser; null for a new one. */
export const lastThreadId = signal<string | null>(localStorage.getItem(KEY));

/** This one is open now. */
export function noteThread(threadId: string | null): void {
  lastThreadId.value = threadId;
  if (threadId === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, threadId);
}
