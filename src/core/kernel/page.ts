/**
 * A page of a list. It ends at the requested number of items, or earlier where items are large: once they take
 * `listLimits.pageBytes` together. It has at least one item, unless the list is over, and no item is cut or skipped.
 */
export interface Page<Item, Position> {
  readonly items: readonly Item[];
  /** Where the next page starts; null if there is none. */
  readonly next: Position | null;
}

/**
 * Yields the pages of a list from the first to the last, each read on demand; at least one.
 * @param read null: the first page
 */
export async function* everyPage<Item, Position>(
  read: (after: Position | null) => Promise<Page<Item, Position>>,
): AsyncGenerator<readonly Item[]> {
  let after: Position | null = null;
  do {
    const page: Page<Item, Position> = await read(after);
    yield page.items;
    after = page.next;
  } while (after !== null);
}

/** The first items whose sizes together stay within the limit; always at least one. */
export function fitting<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  maxSize: number,
): readonly Item[] {
  let sum = 0;
  const over = items.findIndex((item, index) => (sum += sizeOf(item)) > maxSize && index > 0);
  return over === -1 ? items : items.slice(0, over);
}
