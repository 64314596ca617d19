import { signal } from '@preact/signals';
import { engine, type Answer } from '../engine/client.ts';
import { named } from './attachments/attached.ts';
import type { Sent } from './conversation.ts';

export type Queue = Answer<'queue.get'>;

const none: Queue = { tasks: [], held: false, reason: null };

/** The tasks that wait in the open thread. */
export const queue = signal<Queue>(none);
let of: string | null = null;

/** Reads the queue of a thread; null for none. */
export async function refreshQueue(threadId: string | null): Promise<void> {
  if (of !== threadId) queue.value = none;
  of = threadId;
  if (threadId === null) return;
  const now = await engine['queue.get']({ params: { id: threadId } });
  if (of === threadId) queue.value = now;
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
