import type { EntityId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Page } from '../../kernel/page.ts';
import { aggregatesFrom, groupsFrom, groupSortFrom, type AskedAggregate } from './aggregates.ts';
import { orderedBy } from './conjuncts.ts';
import { refuse } from './errors.ts';
import { conditionFrom, filterFrom, sortFrom } from './filter.ts';
import { collectionLimits as limits } from './limits.ts';
import type {
  Collection,
  Condition,
  Field,
  ShownRecord,
  ShownValue,
  SortPosition,
  StoredValue,
} from './model.ts';
import type { ColumnOrders } from './orders.ts';
import type { NamedSubject, Subjects } from './port.ts';
import { slices } from './put-records.ts';
import { valueSlots } from './rows.ts';
import { collectionNamed } from './service.ts';
import { shownOf, shownRecords, subjectFrom } from './shown.ts';
import type { CollectionStore } from './store.ts';
import { say } from './says.ts';

export interface RecordQueriesDeps {
  readonly store: CollectionStore;
  readonly subjects: Subjects;
  readonly orders: Pick<ColumnOrders, 'wanted'>;
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

/** Finds records of collections, and computes over them. */
export class RecordQueries {
  readonly #deps: RecordQueriesDeps;

  constructor(deps: RecordQueriesDeps) {
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
    const { store, subjects, orders } = this.#deps;
    const collection = await collectionNamed(store, name);
    const { collectionNo, columns } = collection;
    const filter = typeof asked === 'string' ? filterFrom(asked) : asked;
    const where = await conditionFrom(filter, columns, subjects);
    const sort = sortText === null ? null : sortFrom(sortText, columns);
    if (after !== null && after.by !== sortText)
      throw refuse.invalid_sort({}, say('collections.other_order'));
    orders.wanted(collection, orderedBy(where, sort));
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

/**
 * A sum or an average. One beyond every number is none. Fractions have 15 digits: so many are exact in decimals, and
 * the sum of 0.1 and 0.2 is 0.3.
 */
function computed(value: StoredValue): StoredValue {
  if (typeof value !== 'number' || Number.isInteger(value)) return value;
  return Number.isFinite(value) ? Number(value.toPrecision(15)) : null;
}
