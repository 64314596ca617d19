import { signal } from '@preact/signals';
import { engine, type Answer } from '../engine/client.ts';
import { named } from './attachments/attached.ts';
import type { Sent } from './conversation.ts';

export type Queue = Answer<'queue.get'>;

/** The tasks that wait in a thread, with the thread: those of one that was left are never shown in another. */
export const queue = signal<(Queue & { readonly threadId: string }) | null>(null);
let open: string | null = null;

/** Reads the queue of the thread that is open now; null for none. */
export async function openQueue(threadId: string | null): Promise<void> {
  open = threadId;
  if (threadId !== null) await refreshQueue(threadId);
}

/** Reads the queue of this thread again, unless it was left meanwhile. */
export async function refreshQueue(threadId: string): Promise<void> {
  if (open !== threadId) return;
  const now = await engine['queue.get']({ params: { id: threadId } });
  if (open === threadId) queue.value = { ...now, threadId };
}

/** @param key names the attempt: with the same one a repeat adds nothing */
export async function addToQueue(
  threadId: string,
  { task, profile, files }: Sent,
  key: string,
): Promise<void> {
  const body = { task, ...(profile === null ? {} : { profile }), ...named(files) };
  await engine['queue.add']({ params: { id: threadId }, body, headers: { 'idempotency-key': key } });
  await refreshQueue(threadId);
}

export async function takeFromQueue(threadId: string, queuedTaskId: string): Promise<void> {
  await engine['queue.remove']({ params: { id: threadId, queuedTaskId } });
  await refreshQueue(threadId);
}

export async function resumeQueue(threadId: string): Promise<void> {
  await engine['queue.resume']({ params: { id: threadId } });
  await refreshQueue(threadId);
}
