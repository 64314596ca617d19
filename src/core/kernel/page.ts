/**
 * A part of a list. It ends with the number of items that was asked for, or earlier where items are large: once they
 * take `limits.list.pageBytes` together. One item always is in it, and none is cut or passed over.
 */
export interface Page<Item, Position> {
  readonly items: readonly Item[];
  /** Where the next page starts; null when there is none. */
  readonly next: Position | null;
}

/**
 * The pages of a list from the first to the last, each read when it is asked for. There is one at least.
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

/** Those from the beginning that are at most so large together; the first always is among them. */
export function fitting<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  maxSize: number,
): readonly Item[] {
  let sum = 0;
  const over = items.findIndex((item, index) => (sum += sizeOf(item)) > maxSize && index > 0);
  return over === -1 ? items : items.slice(0, over);
}
