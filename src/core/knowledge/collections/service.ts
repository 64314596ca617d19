import type { Whose } from '../../trust/people/model.ts';
import type { OneAtATime } from '../../kernel/one-at-a-time.ts';
import { isStoreUnusable } from '../../kernel/storage-refusals.ts';
import type { Clock } from '../../ports/clock.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { Log, Masked } from '../../ports/log.ts';
import type { CollectionChange, CollectionStore } from './store.ts';
import {
  changedColumns,
  checkCollectionName,
  newColumns,
  type CollectionDraft,
  type CollectionEdit,
} from './definitions.ts';
import { refuse } from './errors.ts';
import { collectionLimits as limits } from './limits.ts';
import type { Collection, Condition, Slot } from './model.ts';
import { checkPlace } from './room.ts';
import { committed, putAll, slices } from './put-records.ts';

/** All changes of collections and their records are made one after another, in order of arrival. */
export type CollectionTurns = OneAtATime<'collections'>;

export interface CollectionServiceDeps {
  readonly journal: Journal<CollectionChange>;
  readonly store: CollectionStore;
  readonly turns: CollectionTurns;
  /** Masks the values of secrets. */
  readonly masked: Masked;
  readonly isMember: (whose: Whose) => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** Collections and their columns. What takes long is done in slices; a start goes on with what a stop left. */
export class CollectionService {
  readonly #deps: CollectionServiceDeps;

  constructor(deps: CollectionServiceDeps) {
    this.#deps = deps;
  }

  /** By name. */
  async list(): Promise<readonly Collection[]> {
    return await this.#deps.store.list();
  }

  /** @throws Refusal collection_not_found */
  async get(name: string): Promise<Collection> {
    return await collectionNamed(this.#deps.store, name);
  }

  /**
   * @throws Refusal invalid_collection, reserved_name, collection_exists, too_many_collections, too_many_columns,
   *   disk_full, storage_error
   */
  async create(
    whose: Whose,
    { name, description = null, columns: drafts }: CollectionDraft,
  ): Promise<Collection> {
    const { journal, store, turns, clock } = this.#deps;
    checkCollectionName(name);
    const columns = newColumns(drafts);
    return await turns.run('collections', async () => {
      const all = await store.list();
      if (all.some((one) => one.name === name)) throw refuse.collection_exists({ name });
      checkPlace(all.length, this.#deps.isMember(whose));
      const add = { name, description: this.#description(whose, description), columns, at: clock.now() };
      try {
        await journal.commit([{ change: 'collection.add', ...add }]);
      } catch (error) {
        throw isJournalConflict(error) ? refuse.collection_exists({ name }) : error;
      }
      return await this.get(name);
    });
  }

  /**
   * Adds columns, renames them, or removes them with their values; what is removed is hidden at once. May be repeated
   * only without `add`, `rename` and `remove`.
   * @throws Refusal collection_not_found, unknown_column, invalid_collection, reserved_name, too_many_columns,
   *   collection_changed, disk_full, storage_error
   */
  async change(whose: Whose, name: string, edit: CollectionEdit): Promise<Collection> {
    const { journal, turns, clock } = this.#deps;
    return await turns.run('collections', async () => {
      const collection = await this.get(name);
      const { columns, emptying } = changedColumns(collection, edit);
      const description =
        edit.description === undefined ? collection.description : this.#description(whose, edit.description);
      await committed(journal, {
        change: 'collection.set',
        collectionNo: collection.collectionNo,
        description,
        columns,
        emptying,
        at: clock.now(),
      });
      await this.#empty(await this.get(name));
      return await this.get(name);
    });
  }

  /**
   * Deletes a collection with its records.
   * @param records how many there are; anything else is refused if there are any
   * @throws Refusal collection_not_found, collection_has_records, collection_changed, disk_full, storage_error
   */
  async drop(name: string, records: number | null): Promise<void> {
    const { journal, turns, clock } = this.#deps;
    await turns.run('collections', async () => {
      const { collectionNo, recordCount } = await this.get(name);
      if (recordCount !== (records ?? 0)) {
        throw refuse.collection_has_records({ name, recordCount });
      }
      await committed(journal, { change: 'collection.drop', collectionNo, at: clock.now() });
      await this.#orLater(() => this.#sweep(collectionNo));
    });
  }

  /** For startup: goes on with what a stop left. */
  async finish(): Promise<void> {
    const { store, turns } = this.#deps;
    await this.#orLater(() =>
      turns.run('collections', async () => {
        for (const collectionNo of await store.dropped()) await this.#sweep(collectionNo);
        for (const collection of await store.list()) await this.#empty(collection);
      }),
    );
  }

  #description(whose: Whose, text: string | null): string | null {
    const kept = text === null ? '' : this.#deps.masked(text.trim().toWellFormed(), whose);
    return kept === '' ? null : kept;
  }

  async #sweep(collectionNo: number): Promise<void> {
    const { journal, store } = this.#deps;
    while (await store.hasRecords(collectionNo))
      await journal.commit([{ change: 'records.sweep', collectionNo, most: limits.slice }]);
    await journal.commit([{ change: 'collection.forget', collectionNo }]);
  }

  /** Empties the places of removed columns, then gives them free. */
  async #empty(collection: Collection): Promise<void> {
    const { journal, store, clock } = this.#deps;
    const { collectionNo, description, columns, emptying } = collection;
    if (emptying.length === 0) return;
    const emptied = new Set(emptying);
    for await (const records of slices(store, collection, holding(emptying))) {
      const puts = records.map((before) => {
        const values = without(before.values, emptied);
        return { before, after: { ...before, values, subjects: without(before.subjects, emptied) } };
      });
      await putAll(journal, collection, puts, clock.now());
    }
    await committed(journal, {
      change: 'collection.set',
      collectionNo,
      description,
      columns,
      emptying: [],
      at: clock.now(),
    });
  }

  /** What is left is invisible and costs room; the next start tries again. */
  async #orLater(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // A damaged or newer database was told when it was opened.
      if (isStoreUnusable(error)) return;
      this.#deps.log.warn('what is left of removed records stays until the next start', { error });
    }
  }
}

/** @throws Refusal collection_not_found */
export async function collectionNamed(store: CollectionStore, name: string): Promise<Collection> {
  const found = await store.byName(name);
  if (!found) throw refuse.collection_not_found();
  return found;
}

/** Records with anything in one of the places. */
const holding = (slots: readonly Slot[]): Condition => ({
  kind: 'any',
  of: slots.flatMap((slot) =>
    (['string', 'subject'] as const).map((type): Condition => ({
      kind: 'isNull',
      field: { slot, type, name: '' },
      isNull: false,
    })),
  ),
});

const without = <Value>(
  values: Readonly<Record<Slot, Value>>,
  slots: ReadonlySet<Slot>,
): Readonly<Record<Slot, Value>> =>
  Object.fromEntries(Object.entries(values).filter(([slot]) => !slots.has(Number(slot))));
