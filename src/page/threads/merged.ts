import type { Thread } from '../engine/client.ts';

/**
 * The list with this thread as it is now: in its place by the time of its last change, newest first, after those that are
 * pinned. A thread older than
 * all of an incomplete list is left out, because it comes with a later page.
 */
export function withThread(
  threads: readonly Thread[],
  now: Thread,
  { isComplete, hasArchived }: { readonly isComplete: boolean; readonly hasArchived: boolean },
): readonly Thread[] {
  const known = threads.findIndex(({ threadId }) => threadId === now.threadId);
  if (now.archived && !hasArchived) return known < 0 ? threads : threads.toSpliced(known, 1);
  const before = threads[known];
  if (before?.updatedAt === now.updatedAt && isPinned(before) === isPinned(now))
    return threads.with(known, now);
  const others = known < 0 ? threads : threads.toSpliced(known, 1);
  const place = others.findIndex((one) => isAfter(one, now));
  if (place >= 0) return others.toSpliced(place, 0, now);
  return isComplete || known >= 0 ? [...others, now] : others;
}

const isPinned = ({ pinnedAt }: Thread): boolean => pinnedAt !== null;

/** Those that are pinned come first. */
const isAfter = (one: Thread, other: Thread): boolean =>
  isPinned(one) === isPinned(other) ? one.updatedAt <= other.updatedAt : isPinned(other);

/** The list after its first page was read again: what lies within that page and is not in it is gone. */
export function withFirstPage(
  threads: readonly Thread[],
  page: readonly Thread[],
  isComplete: boolean,
): readonly Thread[] {
  const last = page.at(-1);
  if (isComplete || last === undefined) return page;
  const read = new Set(page.map(({ threadId }) => threadId));
  const older = threads.filter((one) => !read.has(one.threadId) && isAfter(one, last));
  return [...page, ...older];
}
