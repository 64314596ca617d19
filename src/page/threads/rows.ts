import type { Thread } from '../engine/client.ts';
import type { Day } from './days.ts';

/** One line of the list. */
export type Row =
  | { readonly kind: 'day'; readonly title: string }
  | { readonly kind: 'thread'; readonly thread: Thread };

/** Heights in rem; threads.css gives the elements the same. */
const DAY = 2.1;
const THREAD = 3.4;

export const rowsOf = (days: readonly Day[]): readonly Row[] =>
  days.flatMap(({ title, threads }) => [
    { kind: 'day' as const, title },
    ...threads.map((thread) => ({ kind: 'thread' as const, thread })),
  ]);

/** Where each row begins, in rem, and last where the list ends. */
export function offsetsOf(rows: readonly Row[]): readonly number[] {
  const offsets = [0];
  let end = 0;
  for (const row of rows) {
    end += row.kind === 'day' ? DAY : THREAD;
    offsets.push(end);
  }
  return offsets;
}

/** The visible rows as days; a day whose title is out of sight has none to show. */
export function sectionsOf(rows: readonly Row[]): readonly { title: string | null; threads: Thread[] }[] {
  const sections: { title: string | null; threads: Thread[] }[] = [];
  for (const row of rows) {
    if (row.kind === 'day') sections.push({ title: row.title, threads: [] });
    else {
      if (sections.length === 0) sections.push({ title: null, threads: [] });
      sections.at(-1)?.threads.push(row.thread);
    }
  }
  return sections;
}
