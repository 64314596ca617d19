import { computed, signal } from '@preact/signals';
import { engine, type Thread } from '../engine/client.ts';
import { say } from '../app/notices.ts';
import { statusOf, told } from '../engine/failure.ts';
import { withFirstPage, withThread } from './merged.ts';

const PAGE = 50;
/** The engine's largest page. */
const LARGEST = 200;

export const threads = signal<readonly Thread[]>([]);
export const isArchivedShown = signal(false);
/** Only the threads in this folder are listed; null: all. */
export const shownFolder = signal<string | null>(null);
export const isRead = signal(false);
/** Null when the list is complete. */
export const nextCursor = signal<string | null>(null);
const byId = computed(() => new Map(threads.value.map((thread) => [thread.threadId, thread])));
export const threadOf = (threadId: string | null): Thread | undefined =>
  threadId === null ? undefined : byId.value.get(threadId);

/** Changes when a run of any thread begins, ends or asks. */
export const workMoved = computed(() =>
  threads.value
    .filter(({ activeRunId, pendingPrompt }) => activeRunId !== null || pendingPrompt !== null)
    .map(({ activeRunId, pendingPrompt }) => `${activeRunId} ${pendingPrompt?.promptId}`)
    .join(),
);

const listed = (): { readonly includeArchived: boolean; readonly folder?: string } => ({
  includeArchived: isArchivedShown.value,
  ...(shownFolder.value === null ? {} : { folder: shownFolder.value }),
});

/** Reads the newest threads from the engine; what was read of older ones stays. */
export async function refreshThreads(): Promise<void> {
  const asked = listed();
  try {
    const page = await engine['threads.list']({ query: { limit: PAGE, ...asked } });
    if (asked.includeArchived !== isArchivedShown.value || (asked.folder ?? null) !== shownFolder.value)
      return;
    const had = threads.value.length;
    threads.value = withFirstPage(threads.value, page.threads, page.nextCursor === null);
    if (had <= PAGE || page.nextCursor === null) nextCursor.value = page.nextCursor;
    isRead.value = true;
  } catch (error) {
    // That the engine is away is said above everything; the list is read when it is back.
    if (statusOf(error) !== null) say(told(error));
  }
}

export async function showArchived(isShown: boolean): Promise<void> {
  isArchivedShown.value = isShown;
  await listAnew();
}

/** Null: wherever they are. */
export async function showFolder(folder: string | null): Promise<void> {
  shownFolder.value = folder;
  await listAnew();
}

async function listAnew(): Promise<void> {
  threads.value = [];
  nextCursor.value = null;
  await refreshThreads();
}

/** A thread changed, whichever client changed it. */
export function putThread(thread: Thread): void {
  if (shownFolder.value !== null && thread.folder !== shownFolder.value) return dropThread(thread.threadId);
  const [isComplete, hasArchived] = [nextCursor.value === null, isArchivedShown.value];
  threads.value = withThread(threads.value, thread, { isComplete, hasArchived });
}

export function dropThread(threadId: string): void {
  threads.value = threads.value.filter((thread) => thread.threadId !== threadId);
}

let reading: Promise<void> | null = null;

/** Reads the next page of older threads; a second call waits for the first. */
export async function showOlder(): Promise<void> {
  reading ??= readOlder().finally(() => (reading = null));
  await reading;
}

async function readOlder(): Promise<void> {
  const cursor = nextCursor.value;
  if (cursor === null) return;
  const query = { limit: LARGEST, ...listed(), cursor };
  try {
    const page = await engine['threads.list']({ query });
    if (nextCursor.value !== cursor) return;
    const known = byId.value;
    threads.value = [...threads.value, ...page.threads.filter(({ threadId }) => !known.has(threadId))];
    nextCursor.value = page.nextCursor;
  } catch (error) {
    say(told(error));
  }
}
