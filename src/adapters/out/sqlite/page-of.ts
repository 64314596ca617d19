import { fitting, type Page } from '../../../core/kernel/page.ts';

/** What is known of a row before it is read: SQLite knows how large it is without reading it. */
export interface Sized {
  readonly bytes: number;
}

/** The page that these rows begin, of which one more was looked up than asked for. */
export function pageOf<Row extends Sized, Position>(
  found: readonly Row[],
  { limit, mostBytes }: { readonly limit: number; readonly mostBytes: number },
  positionOf: (row: Row) => Position,
): Page<Row, Position> {
  const items = fitting(found.slice(0, limit), ({ bytes }) => bytes, mostBytes);
  const last = items.at(-1);
  return { items, next: last && found.length > items.length ? positionOf(last) : null };
}
