import { fitting, type Page } from '../../../core/kernel/page.ts';

/** The size of a row, which SQLite knows without reading the row. */
export interface Sized {
  readonly bytes: number;
}

/** The page at the beginning of these rows, of which one more was queried than requested. */
export function pageOf<Row extends Sized, Position>(
  found: readonly Row[],
  { limit, maxBytes }: { readonly limit: number; readonly maxBytes: number },
  positionOf: (row: Row) => Position,
): Page<Row, Position> {
  const items = fitting(found.slice(0, limit), ({ bytes }) => bytes, maxBytes);
  const last = items.at(-1);
  return { items, next: last && found.length > items.length ? positionOf(last) : null };
}
