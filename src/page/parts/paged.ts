import { signal, type ReadonlySignal } from '@preact/signals';
import { statusOf, told } from '../engine/failure.ts';

/** One page of the engine. */
interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** A list that the engine gives out in pages. As much of it as is shown is read anew each time. */
export class Paged<Item> {
  /** Tells its items apart. */
  readonly idOf: (item: Item) => string;
  readonly #items = signal<readonly Item[] | null>(null);
  readonly #older = signal<string | null>(null);
  readonly #wrong = signal('');
  readonly #page: (cursor: string | null) => Promise<Page<Item>>;
  #readings = 0;

  constructor(page: (cursor: string | null) => Promise<Page<Item>>, idOf: (item: Item) => string) {
    this.#page = page;
    this.idOf = idOf;
  }

  /** Null until it was read. */
  get items(): ReadonlySignal<readonly Item[] | null> {
    return this.#items;
  }

  /** Where the older ones begin; null if all are shown. */
  get older(): ReadonlySignal<string | null> {
    return this.#older;
  }

  /** Why it could not be read, in words. */
  get wrong(): ReadonlySignal<string> {
    return this.#wrong;
  }

  /** Never rejects. */
  readonly read = (): Promise<void> => this.#read(this.#items.peek()?.length ?? 0);

  /** Other words or another filter: the list begins anew. Never rejects. */
  readonly begin = (): Promise<void> => this.#read(1);

  /** What is shown, and the next page. Never rejects. */
  readonly readOlder = (): Promise<void> => this.#read((this.#items.peek()?.length ?? 0) + 1);

  /** One that was deleted here. */
  drop(id: string): void {
    this.#items.value = this.#items.peek()?.filter((one) => this.idOf(one) !== id) ?? null;
  }

  async #read(atLeast: number): Promise<void> {
    this.#readings += 1;
    const mine = this.#readings;
    try {
      const found = new Map<string, Item>();
      let cursor: string | null = null;
      do {
        const page: Page<Item> = await this.#page(cursor);
        for (const item of page.items) found.set(this.idOf(item), item);
        cursor = page.nextCursor;
      } while (cursor !== null && found.size < atLeast);
      if (mine !== this.#readings) return;
      this.#items.value = [...found.values()];
      this.#older.value = cursor;
      this.#wrong.value = '';
    } catch (error) {
      // That the engine is away is said above everything; this is read again when it is back.
      if (mine === this.#readings && statusOf(error) !== null) this.#wrong.value = told(error);
    }
  }
}
