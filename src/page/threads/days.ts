import type { Thread } from '../engine/client.ts';
import { words } from '../words/words.ts';

export interface Day {
  readonly title: string;
  readonly threads: readonly Thread[];
}

/** The threads by the day on which something last happened in them, in this browser's time zone. */
export function byDay(threads: readonly Thread[], now: Date): readonly Day[] {
  const days = new Map<string, Thread[]>();
  for (const thread of threads) {
    const title = dayOf(new Date(thread.updatedAt), now);
    days.set(title, [...(days.get(title) ?? []), thread]);
  }
  return [...days].map(([title, found]) => ({ title, threads: found }));
}

function dayOf(date: Date, now: Date): string {
  const ago = Math.round((midnight(now) - midnight(date)) / 86_400_000);
  if (ago <= 0) return words.threads.today;
  if (ago === 1) return words.threads.yesterday;
  if (ago < 7) return date.toLocaleDateString([], { weekday: 'long' });
  return date.toLocaleDateString([], { month: 'long', year: 'numeric' });
}

const midnight = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
