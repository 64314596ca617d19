import type { Page } from '../../../core/kernel/page.ts';

/** What is known of a row before it is read: SQLite knows how large it is without reading it. */
export interface Sized {
  readonly bytes: number;
}

/** Those from the beginning that take at most so many bytes together; the first always does. */
export function fitting<Row extends Sized>(rows: readonly Row[], mostBytes: number): readonly Row[] {
  let sum = 0;
  const over = rows.findIndex(({ bytes }, index) => (sum += bytes) > mostBytes && index > 0);
  return over === -1 ? rows : rows.slice(0, over);
}

/** The page that these rows begin, of which one more was looked up than asked for. */
export function pageOf<Row extends Sized, Position>(
  found: readonly Row[],
  { limit, mostBytes }: { readonly limit: number; readonly mostBytes: number },
  positionOf: (row: Row) => Position,
): Page<Row, Position> {
  const items = fitting(found.slice(0, limit), mostBytes);
  const last = items.at(-1);
  return { items, next: last && found.length > items.length ? positionOf(last) : null };
}
