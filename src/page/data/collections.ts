import { signal } from '@preact/signals';
import { engine, type Answer } from '../engine/client.ts';
import { statusOf, told } from '../engine/failure.ts';
import { Paged } from '../parts/paged.ts';
import type { Collection } from './columns.ts';
import { filterFrom, type Condition } from './conditions.ts';

/** Its columns are members, too. */
export type DataRecord = Answer<'datastore.records'>['records'][number];
export type Report = Pick<
  Answer<'datastore.import'>,
  'inserted' | 'updated' | 'failed' | 'failedCount' | 'warnings' | 'saysOfWarnings'
> &
  Partial<Pick<Answer<'datastore.import'>, 'problem' | 'says'>>;

const PAGE = 50;

/** Null until they were read. */
export const collections = signal<readonly Collection[] | null>(null);
/** Why they could not be read, in words. */
export const unread = signal('');

let readings = 0;

/** Never rejects. */
export async function readCollections(): Promise<void> {
  readings += 1;
  const mine = readings;
  try {
    const answer = await engine['datastore.collections']();
    if (mine !== readings) return;
    collections.value = answer.collections;
    unread.value = '';
  } catch (error) {
    // That the engine is away is said above everything.
    if (mine === readings && statusOf(error) !== null) unread.value = told(error);
  }
}

/** What of the records of a collection is shown, and in which order. */
export class Records {
  readonly sort = signal<{ readonly column: string; readonly isDescending: boolean } | null>(null);
  readonly conditions = signal<readonly Condition[]>([]);
  /** How many fit the filter. */
  readonly total = signal(0);
  readonly list: Paged<DataRecord>;

  constructor(collection: string) {
    this.list = new Paged<DataRecord>(
      async (cursor) => {
        const [sort, conditions] = [this.sort.peek(), this.conditions.peek()];
        const page = await engine['datastore.records']({
          params: { collection },
          query: {
            limit: PAGE,
            ...(sort === null ? {} : { sort: `${sort.isDescending ? '-' : ''}${sort.column}` }),
            ...(conditions.length === 0 ? {} : { filter: JSON.stringify(filterFrom(conditions)) }),
            ...(cursor === null ? {} : { cursor }),
          },
        });
        this.total.value = page.total;
        return { items: page.records, nextCursor: page.nextCursor };
      },
      ({ recordId }) => recordId,
    );
  }

  /** By this column, or the other way round if it already is. */
  sortBy(column: string): void {
    const now = this.sort.peek();
    this.sort.value = { column, isDescending: now?.column === column && !now.isDescending };
    void this.list.begin();
  }

  /** One column has each operator once: a new value takes the place of the one before. */
  filterBy(condition: Condition): void {
    this.conditions.value = [...this.#without(condition), condition];
    void this.list.begin();
  }

  unfilter(condition: Condition): void {
    this.conditions.value = this.#without(condition);
    void this.list.begin();
  }

  #without({ column, operator }: Condition): readonly Condition[] {
    return this.conditions.peek().filter((one) => one.column !== column || one.operator !== operator);
  }
}
