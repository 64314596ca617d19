import type { Thread } from '../engine/client.ts';
import { words } from '../words/words.ts';

export interface Day {
  readonly title: string;
  readonly threads: readonly Thread[];
}

const weekday = new Intl.DateTimeFormat([], { weekday: 'long' });
const month = new Intl.DateTimeFormat([], { month: 'long', year: 'numeric' });

/** The threads by the day on which something last happened in them, in this browser's time zone. */
export function byDay(threads: readonly Thread[], now: Date): readonly Day[] {
  const days = new Map<string, Thread[]>();
  const titles = new Map<string, string>();
  for (const thread of threads) {
    const date = new Date(thread.updatedAt);
    // Thousands of threads share a few days, and a title takes long to make.
    const key = `${date.getFullYear()}/${date.getMonth()}/${date.getDate()}`;
    const title = titles.get(key) ?? dayOf(date, now);
    titles.set(key, title);
    const found = days.get(title);
    if (found) found.push(thread);
    else days.set(title, [thread]);
  }
  return [...days].map(([title, found]) => ({ title, threads: found }));
}

function dayOf(date: Date, now: Date): string {
  const ago = Math.round((midnight(now) - midnight(date)) / 86_400_000);
  if (ago <= 0) return words.threads.today;
  if (ago === 1) return words.threads.yesterday;
  if (ago < 7) return weekday.format(date);
  return month.format(date);
}

const midnight = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
