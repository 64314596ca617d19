import { signal, type ReadonlySignal } from '@preact/signals';
import { told } from '../engine/failure.ts';

export interface ReadPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  readonly complete: boolean;
}

/** A list that is read page by page. */
export interface Pages<Item> {
  /** Null until it was read. */
  readonly items: ReadonlySignal<readonly Item[] | null>;
  readonly hasMore: ReadonlySignal<boolean>;
  readonly isComplete: ReadonlySignal<boolean>;
  /** Why it could not be read, in words. */
  readonly wrong: ReadonlySignal<string>;
  /** Reads the first page, and shows no other; never rejects. */
  begin(): Promise<void>;
  /** The same, unless more pages are shown: a person who looks at them must not lose their place. */
  refresh(): Promise<void>;
  /** Adds the next one; never rejects. */
  more(): Promise<void>;
}

/** @param read the page after this cursor */
export function pagesOf<Item>(read: (cursor: string | null) => Promise<ReadPage<Item>>): Pages<Item> {
  const items = signal<readonly Item[] | null>(null);
  const cursor = signal<string | null>(null);
  const [hasMore, isComplete, wrong] = [signal(false), signal(true), signal('')];
  /** An answer to an earlier request must not replace that to a later one. */
  let latest = 0;
  let shown = 0;
  const add = async (after: string | null) => {
    const nth = ++latest;
    try {
      const page = await read(after);
      if (nth !== latest) return;
      items.value = after === null ? page.items : [...(items.peek() ?? []), ...page.items];
      shown = after === null ? 1 : shown + 1;
      cursor.value = page.nextCursor;
      hasMore.value = page.nextCursor !== null;
      isComplete.value = page.complete;
      wrong.value = '';
    } catch (error) {
      wrong.value = told(error);
    }
  };
  return {
    items,
    hasMore,
    isComplete,
    wrong,
    begin: () => add(null),
    refresh: async () => (shown > 1 ? undefined : await add(null)),
    more: () => add(cursor.peek()),
  };
}
