/** Not a timer: the callback runs once the event loop has done what else is due. */
declare const setImmediate: (callback: () => void) => void;

/** Lets the event loop do what else is due: long work waits for this between its pieces. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Items in one piece: some milliseconds of work on each. */
const AT_ONCE = 500;

/** Takes the items in their order, and lets the event loop go on between pieces. What `take` throws ends it. */
export async function inPieces<Item>(
  items: readonly Item[],
  take: (item: Item, index: number) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await nextTurn();
    take(item, index);
  }
}

/** The same items in lists of some, with a turn of the event loop between them. */
export async function* piecesOf<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    if (at > 0) await nextTurn();
    yield items.slice(at, at + AT_ONCE);
  }
}
