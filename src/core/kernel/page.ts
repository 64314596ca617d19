/**
 * A part of a list. It ends with the number of items that was asked for, or earlier where items are large: once they
 * take `limits.list.pageBytes` together. One item always is in it, and none is cut or passed over.
 */
export interface Page<Item, Position> {
  readonly items: readonly Item[];
  /** Where the next page starts; null when there is none. */
  readonly next: Position | null;
}
