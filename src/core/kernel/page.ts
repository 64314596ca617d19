/**
 * A page of a list. It ends at the requested number of items, or earlier where items are large: once they
 * take `limits.list.pageBytes` together. It has at least one item, and no item is cut or skipped.
 */
export interface Page<Item, Position> {
  readonly items: readonly Item[];
  /** Where the next page starts; null when there is none. */
  readonly next: Position | null;
}

/** The first items whose sizes together stay within the limit; always at least one. */
export function fitting<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  most: number,
): readonly Item[] {
  let sum = 0;
  const over = items.findIndex((item, index) => (sum += sizeOf(item)) > most && index > 0);
  return over === -1 ? items : items.slice(0, over);
}
