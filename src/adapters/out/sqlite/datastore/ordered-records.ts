import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import {
  conjunctsOf,
  hasOrder,
  isOrdered,
  type Ordered,
} from '../../../../core/knowledge/collections/conjuncts.ts';
import type { Condition, Slot, Sort, SortPosition } from '../../../../core/knowledge/collections/model.ts';
import { read, type Db } from './part.ts';
import { comparedBy, isAfter, truthOf } from './record-queries.ts';
import { inOrder, isAmong } from './record-scans.ts';

/** Records that are looked up in one statement: some milliseconds. */
const FEW = 2_000;
/** Records of an order that are looked up, in pieces, before a scan is faster. */
const WALKED = 2_000;
const FIRST_PIECE = 200;
const LARGEST_PIECE = 1_000;

/** Records that meet a condition, as the order of its column tells. */
interface Entries {
  readonly from: RawBuilder<unknown>;
  /** Whether they come in the order of their numbers. */
  readonly isByNumber: boolean;
}

type Numbered = { readonly no: number };

/**
 * Finds records by the orders of their columns, with plans that do not depend on statistics. Each method gives null where
 * a scan of all records is the better way, and otherwise what that scan would give.
 */
export class OrderedRecords {
  readonly #db: Db;
  readonly #collectionNo: number;
  readonly #slots: ReadonlySet<Slot>;

  /** @param slots the columns whose order is complete */
  constructor(db: Db, collectionNo: number, slots: ReadonlySet<Slot>) {
    this.#db = db;
    this.#collectionNo = collectionNo;
    this.#slots = slots;
  }

  async count(where: Condition | null): Promise<number | null> {
    const all = this.#exactly(where);
    if (all !== null) return await this.#counted(all);
    const few = await this.#few(where);
    if (few === null || where === null) return null;
    return await this.#counted(
      sql`SELECT record_no FROM records WHERE ${isAmong(few)} AND ${truthOf(where)}`,
    );
  }

  /** The newest before a number, at most so many, in no order. */
  async newest(where: Condition | null, before: number, limit: number): Promise<readonly number[] | null> {
    const order = sql`ORDER BY record_no DESC LIMIT ${limit}`;
    const all = this.#exactly(where, before);
    if (all !== null) return await this.#numbers(sql`${all} ${order}`);
    const few = await this.#few(where);
    if (few === null || where === null) return null;
    return await this.#numbers(
      sql`SELECT record_no FROM records WHERE ${isAmong(few)} AND record_no < ${before} AND ${truthOf(where)} ${order}`,
    );
  }

  /** The first ones in the order of a field after a place, at most so many, in no order. */
  async sorted(
    where: Condition | null,
    sort: Sort,
    after: SortPosition | null,
    limit: number,
  ): Promise<readonly number[] | null> {
    const few = await this.#few(where);
    if (few !== null && where !== null) {
      const isNext = after === null ? sql`TRUE` : isAfter(sort, after);
      return await this.#numbers(
        sql`SELECT record_no FROM records WHERE ${isAmong(few)} AND ${truthOf(where)} AND ${isNext}
          ORDER BY ${inOrder(sort)} LIMIT ${limit}`,
      );
    }
    const { field } = sort;
    return hasOrder(field) && this.#slots.has(field.slot)
      ? await this.#walked(where, { slot: field.slot, descending: sort.descending }, after, limit)
      : null;
  }

  async #walked(
    where: Condition | null,
    by: Walk,
    after: SortPosition | null,
    limit: number,
  ): Promise<readonly number[] | null> {
    const found = new Set<number>();
    let [place, size, walked] = [after, where === null ? limit : FIRST_PIECE, 0];
    for (;;) {
      const piece = await this.#piece(by, place, size);
      const fitting = where === null ? null : await this.#fitting(piece, where);
      for (const { no } of piece)
        if (found.size < limit && (fitting === null || fitting.has(no))) found.add(no);
      const last = piece.at(-1);
      if (found.size >= limit || piece.length < size || last === undefined) return [...found];
      walked += size;
      if (walked > WALKED) return null;
      place = { by: null, value: last.value, recordNo: last.no };
      size = Math.min(2 * size, LARGEST_PIECE);
      await nextTurn();
    }
  }

  /** The next records of an order. Nothing precedes every value; of equal ones the newer is first. */
  async #piece(
    { slot, descending }: Walk,
    after: SortPosition | null,
    size: number,
  ): Promise<readonly Placed[]> {
    const direction = sql.raw(descending ? 'DESC' : 'ASC');
    const valued = (is: RawBuilder<unknown>) =>
      sql`SELECT record_no AS no, value FROM ${this.#order(slot)} AND has_value = 1 AND ${is} ORDER BY value ${direction}, record_no DESC`;
    const empty = (is: RawBuilder<unknown>) =>
      sql`SELECT record_no AS no, NULL AS value FROM ${this.#order(slot)} AND has_value = 0 AND value = 0 AND ${is} ORDER BY record_no DESC`;
    const all = sql`TRUE`;
    const older = sql`record_no < ${after?.recordNo ?? 0}`;
    const value = after?.value ?? null;
    const parts =
      after === null
        ? [empty(all), valued(all)]
        : value === null
          ? [empty(older), ...(descending ? [] : [valued(all)])]
          : descending
            ? [valued(sql`(value, record_no) < (${value}, ${after.recordNo})`), empty(all)]
            : [valued(sql`value = ${value} AND ${older}`), valued(sql`value > ${value}`)];
    if (after === null && descending) parts.reverse();
    const found: Placed[] = [];
    for (const part of parts)
      if (found.length < size)
        found.push(...(await this.#rows<Placed>(sql`${part} LIMIT ${size - found.length}`)));
    return found;
  }

  async #fitting(piece: readonly Numbered[], where: Condition): Promise<ReadonlySet<number>> {
    const numbers = piece.map(({ no }) => no);
    return new Set(
      await this.#numbers(sql`SELECT record_no FROM records WHERE ${isAmong(numbers)} AND ${truthOf(where)}`),
    );
  }

  /** All records that fit, if orders alone tell; in several orders only where they come by their numbers. */
  #exactly(where: Condition | null, before: number | null = null): RawBuilder<unknown> | null {
    const conditions = conjunctsOf(where);
    const entries = this.#entriesOf(conditions, before);
    if (entries.length === 0 || entries.length < conditions.length) return null;
    return entries.length === 1 || entries.every(({ isByNumber }) => isByNumber) ? both(entries) : null;
  }

  /** Some records, all that fit among them, if orders tell that there are few. */
  async #few(where: Condition | null): Promise<readonly number[] | null> {
    const entries = this.#entriesOf(conjunctsOf(where));
    const byNumber = entries.filter(({ isByNumber }) => isByNumber);
    const sources = [...entries.map(({ from }) => from), ...(byNumber.length > 1 ? [both(byNumber)] : [])];
    let [least, which]: [number, RawBuilder<unknown> | null] = [FEW + 1, null];
    for (const source of sources) {
      const count = await this.#counted(sql`${source} LIMIT ${least}`);
      if (count < least) [least, which] = [count, source];
    }
    return which === null ? null : await this.#numbers(which);
  }

  #entriesOf(conditions: readonly Condition[], before: number | null = null): readonly Entries[] {
    return conditions.flatMap((condition) => {
      if (!isOrdered(condition) || !this.#slots.has(condition.field.slot)) return [];
      const isBefore = before === null ? sql`TRUE` : sql`record_no < ${before}`;
      const from = sql`SELECT record_no FROM ${this.#order(condition.field.slot)} AND ${placesOf(condition)} AND ${isBefore}`;
      return [{ from, isByNumber: isOneValue(condition) }];
    });
  }

  #order(slot: Slot): RawBuilder<unknown> {
    return sql`record_order WHERE collection_no = ${this.#collectionNo} AND slot = ${slot}`;
  }

  async #counted(which: RawBuilder<unknown>): Promise<number> {
    const rows = await this.#rows<{ readonly count: number }>(
      sql`SELECT count(*) AS count FROM (${which}) AS counted`,
    );
    return rows[0]?.count ?? 0;
  }

  async #numbers(which: RawBuilder<unknown>): Promise<readonly number[]> {
    const rows = await this.#rows<{ readonly record_no: number }>(which);
    return rows.map((row) => row.record_no);
  }

  async #rows<Row>(query: RawBuilder<unknown>): Promise<readonly Row[]> {
    return (await read(sql<Row>`${query}`.execute(this.#db))).rows;
  }
}

interface Walk {
  readonly slot: Slot;
  readonly descending: boolean;
}
interface Placed extends Numbered {
  readonly value: string | number | null;
}

/** SQLite merges what comes by the same order, without sorting or keeping it. */
const both = (entries: readonly Entries[]): RawBuilder<unknown> =>
  sql.join(
    entries.map(({ from }) => from),
    sql` INTERSECT `,
  );

const isOneValue = (condition: Ordered): boolean =>
  condition.kind === 'compare'
    ? condition.by === 'eq'
    : condition.kind === 'in'
      ? condition.values.length === 1
      : condition.isNull;

/** Where the order of its column has the records that meet a condition. */
function placesOf(condition: Ordered): RawBuilder<SqlBool> {
  switch (condition.kind) {
    case 'compare':
      return sql`has_value = 1 AND value ${comparedBy(condition.by)} ${condition.value} AND is_whole = 1`;
    case 'in':
      return sql`has_value = 1 AND value IN (${sql.join(condition.values)}) AND is_whole = 1`;
    case 'isNull':
      return condition.isNull ? sql`has_value = 0 AND value = 0` : sql`has_value = 1`;
  }
}
