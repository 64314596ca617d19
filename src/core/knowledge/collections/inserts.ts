import { recordId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { CollectionChange, CollectionStore } from './store.ts';
import { refuse } from './errors.ts';
import { collectionLimits as limits } from './limits.ts';
import type { Collection, RowReport, StoredRecord } from './model.ts';
import type { Subjects } from './port.ts';
import { putAll, withGiven, type Put } from './put-records.ts';
import { checkRoom } from './room.ts';
import { bytesOf, isEmpty, keyOf, RowReader, valueSlots, type GivenValues } from './rows.ts';
import { collectionNamed, type CollectionTurns } from './service.ts';
import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';

export interface RecordInsertsDeps {
  readonly journal: Journal<CollectionChange>;
  readonly store: CollectionStore;
  readonly turns: CollectionTurns;
  readonly subjects: Subjects;
  /** Masks the values of secrets. */
  readonly masked: (text: string) => string;
  /** Whether this works for a member, whose part of the room is smaller than the owner's. */
  readonly isMember: boolean;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** A row, and the id of the record that it was read from, if it says so. */
export interface RowToPut {
  readonly recordId: string | null;
  readonly row: unknown;
}

export interface PutBackReport extends RowReport {
  /** Rows with an id that no record of the collection has. */
  readonly unknownIds: number;
}

interface ReadRow {
  readonly index: number;
  readonly given: GivenValues;
  readonly key: string | null;
  readonly meant: StoredRecord | null;
}

/** Stores rows as records of a collection. */
export class RecordInserts {
  readonly #deps: RecordInsertsDeps;

  constructor(deps: RecordInsertsDeps) {
    this.#deps = deps;
  }

  /**
   * Stores the rows that fit, in one commit, and reports the others. With unique columns, a row with the values of
   * a record changes what it names of that record; so an insert may be repeated.
   * @throws Refusal collection_not_found, too_many_rows, too_many_records, collections_full, collection_changed,
   *   disk_full, storage_error, and then stores none
   */
  async insert(name: string, rows: readonly unknown[]): Promise<RowReport> {
    const { unknownIds: _none, ...report } = await this.putBack(
      name,
      rows.map((row) => ({ recordId: null, row })),
    );
    return report;
  }

  /**
   * The same for rows that were read from records: one with the id of a record of the collection changes that record,
   * and a new record never gets an id that was given. @throws as `insert`
   */
  async putBack(name: string, rows: readonly RowToPut[]): Promise<PutBackReport> {
    const { journal, store, turns, clock } = this.#deps;
    if (rows.length > limits.rows) throw refuse.too_many_rows({ rows: rows.length, most: limits.rows });
    return await turns.run('collections', async () => {
      const collection = await collectionNamed(store, name);
      const reader = new RowReader(collection.columns, this.#deps);
      const named = await this.#byIds(
        collection,
        rows.flatMap(({ recordId: id }) => id ?? []),
      );
      const failed: { index: number; why: Says }[] = [];
      const read: ReadRow[] = [];
      for (const [index, { recordId: id, row }] of rows.entries()) {
        const meant = id === null ? null : (named.get(id) ?? null);
        const given = await reader.read(row, index);
        const key = 'why' in given ? given : keyed(collection, given, meant);
        if ('why' in given) failed.push({ index, why: given.why });
        else if ('why' in key) failed.push({ index, why: key.why });
        else read.push({ index, given, key: key.key, meant });
      }

      const keys = read.flatMap(({ key }) => key ?? []);
      const stored =
        keys.length === 0
          ? new Map<string, StoredRecord>()
          : await store.byKeys(collection.collectionNo, valueSlots(collection), keys);
      const { puts, inserted, updated, unfit } = this.#putsOf(collection, read, stored);
      await checkRoom(this.#deps, collection, puts);
      await putAll(journal, collection, puts, clock.now());
      failed.push(...unfit);
      failed.sort((a, b) => a.index - b.index);
      return {
        inserted,
        updated,
        failedCount: failed.length,
        failed: failed.slice(0, limits.reported),
        warnings: reader.warnings(),
        unknownIds: rows.filter(({ recordId: id }) => id !== null && !named.has(id)).length,
      };
    });
  }

  /** @param stored records by the keys of these rows */
  #putsOf(collection: Collection, read: readonly ReadRow[], stored: ReadonlyMap<string, StoredRecord>) {
    const puts = new Map<number, Put>();
    const owners = new Map([...stored].map(([key, { recordNo }]) => [key, recordNo]));
    const unfit: { index: number; why: Says }[] = [];
    let [inserted, updated, nextNo] = [0, 0, collection.nextNo];
    for (const { index, given, key, meant } of read) {
      const owner = key === null ? undefined : owners.get(key);
      const recordNo = meant?.recordNo ?? owner ?? nextNo;
      const earlier = puts.get(recordNo);
      const before = earlier ? earlier.before : (meant ?? (key === null ? null : (stored.get(key) ?? null)));
      const base = earlier?.after ?? before;
      // A record that another row gave other values keeps its old ones to itself in this commit.
      if ((owner !== undefined && owner !== recordNo) || (meant === null && base && base.key !== key)) {
        unfit.push({ index, why: say('collections.is_key_taken') });
        continue;
      }
      const after = {
        ...withGiven(base ?? { recordNo, recordId: recordId(this.#deps.ids.next()), key, ...NOTHING }, given),
        key,
      };
      if (bytesOf(after) > limits.recordBytes) {
        unfit.push({ index, why: say('collections.is_large', { kb: limits.recordBytes / 1024 }) });
        continue;
      }
      if (base) updated += 1;
      else {
        inserted += 1;
        nextNo += 1;
      }
      if (key !== null) owners.set(key, recordNo);
      puts.set(recordNo, { before, after });
    }
    return { puts: [...puts.values()], inserted, updated, unfit };
  }

  async #byIds(collection: Collection, ids: readonly string[]): Promise<ReadonlyMap<string, StoredRecord>> {
    if (ids.length === 0) return new Map();
    const found = await this.#deps.store.matching({
      collectionNo: collection.collectionNo,
      slots: valueSlots(collection),
      where: { kind: 'in', field: { own: 'recordId', type: 'string', name: 'recordId' }, values: ids },
      limit: limits.rows,
      after: 0,
    });
    return new Map(found.map((record) => [record.recordId, record]));
  }
}

const NOTHING = { values: {}, subjects: {} } as const;

/**
 * A row with nothing in it is none, and one without its unique values would be like any other; unless it names the
 * record that it changes.
 */
function keyed(
  { columns }: Collection,
  given: GivenValues,
  meant: StoredRecord | null,
): { readonly key: string | null } | { readonly why: Says } {
  if (meant) return keyOf(columns, { ...meant.values, ...given.values });
  return isEmpty(given) ? { why: say('collections.no_values') } : keyOf(columns, given.values);
}
