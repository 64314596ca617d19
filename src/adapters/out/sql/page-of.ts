import { listLimits } from '../../../core/kernel/limits.ts';
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

/** The number of a row, which is its place in a list. */
export interface Numbered extends Sized {
  readonly no: number;
}

/**
 * The rows of the page at the beginning of these, of which one more was queried than requested. Rows are read only for the
 * page, because a list may have more than memory should hold.
 * @param rowsOf reads the rows with these numbers, as JSON, in the order of the list
 */
export async function pageOfRows<Row>(
  found: readonly Numbered[],
  limit: number,
  rowsOf: (asked: { readonly nos: string }) => Promise<readonly Row[]>,
): Promise<Page<Row, number>> {
  const { items, next } = pageOf(found, { limit, maxBytes: listLimits.pageBytes }, ({ no }) => no);
  return {
    items: items.length === 0 ? [] : await rowsOf({ nos: JSON.stringify(items.map(({ no }) => no)) }),
    next,
  };
}
