import type { Thread } from '../engine/client.ts';
import { nameOfDay, nameOfMonth } from '../parts/format.ts';
import { threadWords } from '#words/threads.ts';

export interface Day {
  readonly title: string;
  readonly threads: readonly Thread[];
}

/**
 * The threads that are pinned, and the others by the day on which something last happened in them, in this browser's time
 * zone.
 */
export function byDay(threads: readonly Thread[], now: Date): readonly Day[] {
  const days = new Map<string, Thread[]>();
  const titles = new Map<string, string>();
  for (const thread of threads) {
    const date = new Date(thread.updatedAt);
    const isPinned = thread.pinnedAt !== null;
    // Thousands of threads share a few days, and a title takes long to make.
    const key = `${date.getFullYear()}/${date.getMonth()}/${date.getDate()}`;
    const title = isPinned ? threadWords.pinned : (titles.get(key) ?? dayOf(date, now));
    if (!isPinned) titles.set(key, title);
    const found = days.get(title);
    if (found) found.push(thread);
    else days.set(title, [thread]);
  }
  return [...days].map(([title, found]) => ({ title, threads: found }));
}

function dayOf(date: Date, now: Date): string {
  const ago = Math.round((midnight(now) - midnight(date)) / 86_400_000);
  if (ago <= 0) return threadWords.today;
  if (ago === 1) return threadWords.yesterday;
  if (ago < 7) return nameOfDay(date);
  return nameOfMonth(date);
}

const midnight = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
