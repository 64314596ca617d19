import { nextTurn } from '../../kernel/next-turn.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { CollectionStore, OrderChange } from './store.ts';
import { collectionLimits as limits } from './limits.ts';
import type { Collection, Slot } from './model.ts';

export interface ColumnOrdersDeps {
  readonly journal: Journal<OrderChange>;
  readonly store: Pick<CollectionStore, 'orders'>;
  readonly log: Log;
}

/**
 * Puts the records of large collections in the order of columns that queries ask for: beside the queries, in pieces. A
 * piece that a stop cut off is done by the next query that asks.
 */
export class ColumnOrders {
  readonly #deps: ColumnOrdersDeps;
  /** What was asked for in this process, so that a query that is repeated costs nothing. */
  readonly #asked = new Set<string>();
  #working: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(deps: ColumnOrdersDeps) {
    this.#deps = deps;
  }

  /** A query would be faster with the order of these columns. Waits for nothing and never fails. */
  wanted({ collectionNo, recordCount }: Collection, slots: readonly Slot[]): void {
    if (recordCount < limits.orderedRecords) return;
    for (const slot of slots) {
      const name = `${collectionNo} ${slot}`;
      if (this.#isStopped || this.#asked.has(name)) continue;
      this.#asked.add(name);
      this.#working = this.#working.then(() => this.#order(collectionNo, slot));
    }
  }

  /** Resolves when nothing is left of what was asked for. */
  async done(): Promise<void> {
    await this.#working;
  }

  /** Ends after the piece that is being written. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#working;
  }

  async #order(collectionNo: number, slot: Slot): Promise<void> {
    const { journal, store, log } = this.#deps;
    try {
      const before = await store.orders(collectionNo);
      if (!before.some((one) => one.slot === slot)) {
        if (before.length >= limits.orders || this.#isStopped) return;
        await journal.commit([{ change: 'column.order', collectionNo, slot }], 'written');
      }
      while (!this.#isStopped && (await this.#isIncomplete(collectionNo, slot))) {
        const most = limits.placedAtOnce;
        await journal.commit([{ change: 'column.place', collectionNo, slot, most }], 'written');
        await nextTurn();
      }
    } catch (error) {
      log.warn('a column has no order yet, so its lists are slower; the next start tries again', { error });
    }
  }

  async #isIncomplete(collectionNo: number, slot: Slot): Promise<boolean> {
    const found = (await this.#deps.store.orders(collectionNo)).find((one) => one.slot === slot);
    return found !== undefined && !found.isComplete;
  }
}
