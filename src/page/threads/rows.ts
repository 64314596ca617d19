import type { Thread } from '../engine/client.ts';
import type { Day } from './days.ts';

/** One line of the list. */
export type Row =
  | { readonly kind: 'day'; readonly title: string }
  | ({ readonly kind: 'thread'; readonly day: string } & PlacedThread);

/** A thread, and where it stands in its day, for who hears the list: most of it is never drawn. */
export interface PlacedThread {
  readonly thread: Thread;
  /** From 1 on. */
  readonly nth: number;
  /** How many the day has; -1 if that is not known yet. */
  readonly of: number;
}

/** What is drawn of a day. */
export interface Section {
  readonly day: string;
  readonly hasTitle: boolean;
  readonly threads: readonly PlacedThread[];
}

/** Heights in rem; threads.css gives the elements the same. */
const DAY = 2.1;
const THREAD = 3.4;

/** @param isMore the last day may have threads that were not read yet */
export const rowsOf = (days: readonly Day[], isMore: boolean): readonly Row[] =>
  days.flatMap(({ title, threads }, day) => [
    { kind: 'day' as const, title },
    ...threads.map((thread, before) => ({
      kind: 'thread' as const,
      day: title,
      thread,
      nth: before + 1,
      of: isMore && day === days.length - 1 ? -1 : threads.length,
    })),
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

/** The visible rows as days; the title of the first one may be out of sight. */
export function sectionsOf(rows: readonly Row[]): readonly Section[] {
  const sections: (Section & { readonly threads: PlacedThread[] })[] = [];
  for (const row of rows) {
    if (row.kind === 'day') sections.push({ day: row.title, hasTitle: true, threads: [] });
    else {
      if (sections.length === 0) sections.push({ day: row.day, hasTitle: false, threads: [] });
      sections.at(-1)?.threads.push(row);
    }
  }
  return sections;
}
