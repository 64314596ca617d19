import { signal } from '@preact/signals';
import { engine, type Thread } from '../engine/client.ts';
import { say } from '../app/notices.ts';
import { told } from '../engine/failure.ts';

const PAGE = 50;
/** The engine's largest page. */
const LARGEST = 200;

export const threads = signal<readonly Thread[]>([]);
export const isArchivedShown = signal(false);
export const nextCursor = signal<string | null>(null);

/** Reads what is shown from the engine again. */
export async function refreshThreads(): Promise<void> {
  const limit = Math.max(PAGE, Math.min(LARGEST, threads.value.length));
  try {
    const page = await engine['threads.list']({ query: { limit, includeArchived: isArchivedShown.value } });
    threads.value = page.threads;
    nextCursor.value = page.nextCursor;
  } catch (error) {
    say(told(error));
  }
}

export async function showOlder(): Promise<void> {
  const cursor = nextCursor.value;
  if (cursor === null) return;
  nextCursor.value = null;
  const query = { limit: LARGEST, includeArchived: isArchivedShown.value, cursor };
  try {
    const page = await engine['threads.list']({ query });
    const known = new Set(threads.value.map(({ threadId }) => threadId));
    threads.value = [...threads.value, ...page.threads.filter(({ threadId }) => !known.has(threadId))];
    nextCursor.value = page.nextCursor;
  } catch (error) {
    nextCursor.value = cursor;
    say(told(error));
  }
}
