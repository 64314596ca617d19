import { recordId, type EntityId } from '../kernel/ids.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Page } from '../kernel/page.ts';
import { quotedJson } from '../kernel/quoted.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Journal } from '../ports/journal.ts';
import { aggregatesFrom, groupsFrom, groupSortFrom, type AskedAggregate } from './aggregates.ts';
import type { CollectionChange } from './changes.ts';
import { unknownColumn } from './definitions.ts';
import { refuse } from './errors.ts';
import { conditionFrom, filterFrom, sortFrom } from './filter.ts';
import { collectionLimits as limits } from './limits.ts';
import type {
  Collection,
  Condition,
  Field,
  RowReport,
  ShownRecord,
  ShownValue,
  SortPosition,
  StoredRecord,
  StoredValue,
} from './model.ts';
import type { NamedSubject, Subjects } from './port.ts';
import { committed, putAll, slices, type Put } from './putting.ts';
import { bytesOf, isEmpty, keyOf, RowReader, valueSlots, type GivenValues } from './rows.ts';
import { collectionNamed, type CollectionTurns } from './service.ts';
import { shownOf, shownRecords, subjectFrom } from './shown.ts';
import type { CollectionStore } from './store.ts';

export interface RecordServiceDeps {
  readonly journal: Journal<CollectionChange>;
  readonly store: CollectionStore;
  readonly turns: CollectionTurns;
  readonly subjects: Subjects;
  /** Masks the values of secrets. */
  readonly masked: (text: string) => string;
  readonly ids: Ids;
  readonly clock: Clock;
}

export interface RecordQuery {
  /** As an object, or as its JSON. */
  readonly filter: JsonObject | string;
  /** A column, with `-` in front for descending; null: the newest first. */
  readonly sort: string | null;
  readonly limit: number;
  readonly after: SortPosition | null;
}

export interface RecordPage extends Page<ShownRecord, SortPosition> {
  /** Of all records that fit. */
  readonly total: number;
}

export interface GroupsQuery {
  readonly filter: JsonObject;
  readonly groupBy: readonly string[];
  /** At least one. */
  readonly aggregates: readonly AskedAggregate[];
  /** One of the results; null: by the columns of the groups. */
  readonly sort: string | null;
}

export interface Groups {
  /** Of all records that fit. */
  readonly total: number;
  /** Each with its columns and results by name. */
  readonly groups: readonly { readonly [name: string]: ShownValue }[];
  /** There are more than these. */
  readonly isCut: boolean;
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

/** The records of collections. */
export class RecordService {
  readonly #deps: RecordServiceDeps;

  constructor(deps: RecordServiceDeps) {
    this.#deps = deps;
  }

  /**
   * @throws Refusal collection_not_found, unknown_column, unknown_operator, invalid_filter, invalid_sort,
   *   entity_not_found, ambiguous_name
   */
  async page(
    name: string,
    { filter: asked, sort: sortText, limit, after }: RecordQuery,
  ): Promise<RecordPage> {
    const { store, subjects } = this.#deps;
    const collection = await collectionNamed(store, name);
    const { collectionNo, columns } = collection;
    const filter = typeof asked === 'string' ? filterFrom(asked) : asked;
    const where = await conditionFrom(filter, columns, subjects);
    const sort = sortText === null ? null : sortFrom(sortText, columns);
    if (after !== null && after.by !== sortText)
      throw refuse.invalid_sort(
        {},
        'The cursor belongs to another order: request the first page, without a cursor.',
      );
    const slots = valueSlots(collection);
    const { items, next } = await store.page({ collectionNo, slots, where, sort, limit, after });
    const total = await this.#total(collection, where, after === null && next === null ? items.length : null);
    return { items: await shownRecords(items, columns, subjects), next, total };
  }

  /**
   * Sums over records, by groups.
   * @throws Refusal collection_not_found, unknown_column, unknown_operator, invalid_filter, invalid_sort,
   *   invalid_aggregate, entity_not_found, ambiguous_name
   */
  async groups(name: string, asked: GroupsQuery): Promise<Groups> {
    const { store, subjects } = this.#deps;
    const collection = await collectionNamed(store, name);
    const { collectionNo, columns } = collection;
    const where = await conditionFrom(asked.filter, columns, subjects);
    const groupBy = groupsFrom(asked.groupBy, columns);
    const aggregates = aggregatesFrom(asked.aggregates, columns);
    const sort = groupSortFrom(asked.sort, groupBy, aggregates);
    const found = await store.groups({
      collectionNo,
      where,
      groupBy,
      aggregates,
      sort,
      limit: limits.groups,
    });
    const total = await this.#total(collection, where, null);
    const rows = found.slice(0, limits.groups);
    const named = await this.#namesIn(groupBy, rows);
    const show = (value: StoredValue, place: number): [string, ShownValue] => {
      const field = groupBy[place];
      if (field)
        return [
          field.name,
          field.type === 'subject' ? subjectFrom(value as EntityId | null, named) : shownOf(field, value),
        ];
      const { kind, field: of, as } = aggregates[place - groupBy.length]!;
      const isValue = of !== null && (kind === 'min' || kind === 'max');
      return [as, isValue ? shownOf(of, value) : computed(value)];
    };
    return {
      total,
      groups: rows.map((row) => Object.fromEntries(row.map(show))),
      isCut: found.length > limits.groups,
    };
  }

  /** Whether a record fits. @throws as `page` */
  async has(name: string, filter: JsonObject): Promise<boolean> {
    return (await this.page(name, { filter, sort: null, limit: 1, after: null })).items.length > 0;
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
      const failed: { index: number; why: string }[] = [];
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
        keys.length === 0 ? new Map<string, StoredRecord>() : await this.#byKeys(collection, keys);
      const { puts, inserted, updated, unfit } = this.#putsOf(collection, read, stored);
      await this.#checkRoom(collection, puts);
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
    const unfit: { index: number; why: string }[] = [];
    let [inserted, updated, nextNo] = [0, 0, collection.nextNo];
    for (const { index, given, key, meant } of read) {
      const owner = key === null ? undefined : owners.get(key);
      const recordNo = meant?.recordNo ?? owner ?? nextNo;
      const earlier = puts.get(recordNo);
      const before = earlier ? earlier.before : (meant ?? (key === null ? null : (stored.get(key) ?? null)));
      const base = earlier?.after ?? before;
      // A record that another row gave other values keeps its old ones to itself in this commit.
      if ((owner !== undefined && owner !== recordNo) || (meant === null && base && base.key !== key)) {
        unfit.push({ index, why: 'Another record has these values in its unique columns.' });
        continue;
      }
      const after = {
        ...merged(base ?? { recordNo, recordId: recordId(this.#deps.ids.next()), key, ...NOTHING }, given),
        key,
      };
      if (bytesOf(after) > limits.recordBytes) {
        unfit.push({ index, why: `It is larger than ${limits.recordBytes / 1024} kB.` });
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

  /**
   * Sets values of all records that fit, in commits of 1,000 records. May be repeated.
   * @throws Refusal collection_not_found, empty_filter, unknown_column, unknown_operator, invalid_filter,
   *   invalid_record, record_exists, record_too_large, collections_full, entity_not_found, ambiguous_name,
   *   collection_changed, disk_full, storage_error
   */
  async update(name: string, filter: JsonObject, set: JsonObject): Promise<{ readonly updated: number }> {
    const { journal, store, turns, clock } = this.#deps;
    return await turns.run('collections', async () => {
      const collection = await collectionNamed(store, name);
      const where = await this.#reaching(collection, filter);
      const given = await this.#toSet(collection, set);
      const isOfKey = collection.columns.some(({ isUnique, slot }) => isUnique && slot in given.values);
      if (isOfKey && (await store.count(collection.collectionNo, where)) > limits.slice)
        throw refuse.invalid_record(
          {},
          `A unique column can be set for at most ${limits.slice} records at once.`,
        );
      let updated = 0;
      for await (const records of slices(store, collection, where)) {
        const puts = records.map((before): Put => {
          const values = merged(before, given);
          const key = isOfKey ? keyOf(collection.columns, values.values) : { key: before.key };
          if ('why' in key) throw refuse.invalid_record({}, key.why);
          const after = { ...values, key: key.key };
          if (bytesOf(after) > limits.recordBytes)
            throw refuse.record_too_large({ recordId: before.recordId });
          return { before, after };
        });
        if (isOfKey) await this.#checkKeys(collection, puts);
        await this.#checkRoom(collection, puts);
        await putAll(journal, collection, puts, clock.now());
        updated += puts.length;
      }
      return { updated };
    });
  }

  /**
   * Deletes all records that fit, in commits of 1,000 records. May be repeated.
   * @throws Refusal collection_not_found, empty_filter, unknown_column, unknown_operator, invalid_filter,
   *   entity_not_found, ambiguous_name, collection_changed, disk_full, storage_error
   */
  async remove(name: string, filter: JsonObject): Promise<{ readonly deleted: number }> {
    const { journal, store, turns, clock } = this.#deps;
    return await turns.run('collections', async () => {
      const collection = await collectionNamed(store, name);
      const where = await this.#reaching(collection, filter);
      let deleted = 0;
      for await (const records of slices(store, collection, where)) {
        await committed(journal, {
          change: 'records.delete',
          collectionNo: collection.collectionNo,
          recordNos: records.map(({ recordNo }) => recordNo),
          bytes: records.reduce((sum, { bytes }) => sum + bytes, 0),
          at: clock.now(),
        });
        deleted += records.length;
      }
      return { deleted };
    });
  }

  /** What a deletion would do, in a sentence for the owner. @throws as `remove` */
  async questionAboutDeletion(name: string, filter: JsonObject): Promise<string> {
    const { store } = this.#deps;
    const collection = await collectionNamed(store, name);
    const where = await this.#reaching(collection, filter);
    const count = await store.count(collection.collectionNo, where);
    const records = count === 1 ? '1 record' : `${count} records`;
    return `The agent wants to delete ${records} of ${collection.recordCount} in the collection ${name}: those that fit ${quotedJson(filter, limits.shownFilterChars)}.`;
  }

  /** All records, the oldest first, in slices. @throws Refusal collection_not_found */
  async *every(name: string): AsyncGenerator<readonly ShownRecord[]> {
    const { store, subjects } = this.#deps;
    const collection = await collectionNamed(store, name);
    for await (const records of slices(store, collection, null, limits.exported))
      yield await shownRecords(records, collection.columns, subjects);
  }

  /** @param all the number of records on the only page; null if there are others */
  async #total(
    { collectionNo, recordCount }: Collection,
    where: Condition | null,
    all: number | null,
  ): Promise<number> {
    if (all !== null) return all;
    return where === null ? recordCount : await this.#deps.store.count(collectionNo, where);
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

  async #byKeys(collection: Collection, keys: readonly string[]) {
    return await this.#deps.store.byKeys(collection.collectionNo, valueSlots(collection), keys);
  }

  /** A condition that says something. */
  async #reaching({ columns }: Collection, filter: JsonObject): Promise<Condition> {
    const where = await conditionFrom(filter, columns, this.#deps.subjects);
    if (where === null) throw refuse.empty_filter();
    return where;
  }

  async #toSet({ columns }: Collection, set: JsonObject): Promise<GivenValues> {
    const unknown = Object.keys(set).find((name) => !columns.some((column) => column.name === name));
    if (unknown !== undefined) throw unknownColumn(unknown, columns);
    const given = await new RowReader(columns, this.#deps).read(set, 0);
    if ('why' in given) throw refuse.invalid_record({}, given.why);
    return given;
  }

  /** @throws Refusal record_exists */
  async #checkKeys(collection: Collection, puts: readonly Put[]): Promise<void> {
    const keys = puts.flatMap(({ after }) => after.key ?? []);
    const stored = await this.#byKeys(collection, keys);
    const isTaken = puts.some(({ after }) => {
      const found = after.key === null ? undefined : stored.get(after.key);
      return found !== undefined && found.recordNo !== after.recordNo;
    });
    if (isTaken || new Set(keys).size < keys.length) throw refuse.record_exists();
  }

  /** @throws Refusal too_many_records, collections_full */
  async #checkRoom(collection: Collection, puts: readonly Put[]): Promise<void> {
    const more = puts.filter(({ before }) => before === null).length;
    if (collection.recordCount + more > limits.records)
      throw refuse.too_many_records({ recordCount: collection.recordCount, most: limits.records });
    const bytes = puts.reduce((sum, { before, after }) => sum + bytesOf(after) - (before?.bytes ?? 0), 0);
    if (bytes > 0 && (await this.#deps.store.totalBytes()) + bytes > limits.bytes)
      throw refuse.collections_full({ most: limits.bytes });
  }

  async #namesIn(
    groupBy: readonly Field[],
    rows: readonly (readonly StoredValue[])[],
  ): Promise<ReadonlyMap<EntityId, NamedSubject>> {
    const ids = groupBy.flatMap(({ type }, place) =>
      type === 'subject' ? rows.flatMap((row) => (row[place] ?? []) as EntityId | []) : [],
    );
    return ids.length === 0 ? new Map() : await this.#deps.subjects.names([...new Set(ids)]);
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
): { readonly key: string | null } | { readonly why: string } {
  if (meant) return keyOf(columns, { ...meant.values, ...given.values });
  return isEmpty(given) ? { why: 'It has no value for any column.' } : keyOf(columns, given.values);
}

/**
 * A sum or an average. One beyond every number is none. Fractions have 15 digits: so many are exact in decimals, and
 * the sum of 0.1 and 0.2 is 0.3.
 */
function computed(value: StoredValue): StoredValue {
  if (typeof value !== 'number' || Number.isInteger(value)) return value;
  return Number.isFinite(value) ? Number(value.toPrecision(15)) : null;
}

function merged(base: Put['after'], given: GivenValues): Put['after'] {
  const { recordNo, recordId: id, key, values, subjects } = base;
  const after = Object.entries({ ...subjects, ...given.subjects }).filter(
    (entry): entry is [string, EntityId] => entry[1] !== null,
  );
  return {
    recordNo,
    recordId: id,
    key,
    values: { ...values, ...given.values },
    subjects: Object.fromEntries(after),
  };
}
