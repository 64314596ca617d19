import { signal } from '@preact/signals';
import { readTriggers } from '../automation/triggers.ts';
import { pause } from '../parts/frames.ts';
import { readRunning } from '../running/running.ts';
import { readToolServers } from '../tool-servers/servers.ts';
import { readTriggerNotices } from '../waiting/notices.ts';
import { refreshWaiting } from '../waiting/waiting.ts';
import { refreshThreads } from './thread-list.ts';

/** An area that opens with the page asks for nothing a second time. */
const FRESH_MS = 1_000;

let hasBegun = false;
/** When the last of it came; Infinity while it is on its way. */
let cameAt = Infinity;
/** Whether the engine has answered, or cannot, since the page was opened. */
export const isAllRead = signal(false);

/** Reads what every area counts or lists. Never rejects. */
export async function readAll(): Promise<void> {
  [hasBegun, cameAt] = [true, Infinity];
  const begun: Promise<unknown>[] = [];
  for (const read of [
    refreshThreads,
    refreshWaiting,
    readRunning,
    readTriggers,
    readTriggerNotices,
    readToolServers,
  ]) {
    begun.push(read());
    // Each is asked in a task of its own, so that a slow machine answers a click between them.
    await pause();
  }
  await Promise.all(begun);
  [isAllRead.value, cameAt] = [true, performance.now()];
}

/** Whether it was read in this visit, or is being read. */
export const allBegan = (): boolean => hasBegun;

/** Whether what it reads is on its way, or came a moment ago. */
export const isJustRead = (): boolean => performance.now() - cameAt < FRESH_MS;
