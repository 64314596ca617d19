import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Condition, Sort } from '../../../../core/knowledge/collections/model.ts';
import type { Word } from '../../sql/said.ts';
import { numbersOf } from '../../sql/words.ts';
import { read, type Db } from './part.ts';
import { orderOf, truthOf } from './record-queries.ts';

/** Numbers of records that a filter is asked of in one turn of the event loop. */
const AT_ONCE = 5_000;
/** Numbers that are kept of a sorted search before all but the first are dropped. */
const KEPT = 1_000;

/** Numbers of records: from the first to before the last. */
type Numbers = readonly [from: number, before: number];

/**
 * Which of these records fit: all of them are asked, in parts, with a turn of the event loop between two. What is
 * changed meanwhile may be found or not.
 */
export class RecordScan {
  readonly #db: Db;
  readonly #all: Numbers;
  readonly #where: Word<SqlBool>;

  /** @param also another condition */
  constructor(db: Db, numbers: Numbers, where: Condition | null, also: Word<SqlBool> | null = null) {
    this.#db = db;
    this.#all = numbers;
    const parts = [...(where === null ? [] : [truthOf(where)]), ...(also === null ? [] : [also])];
    this.#where = parts.length === 0 ? sql`TRUE` : sql`${sql.join(parts, sql` AND `)}`;
  }

  async count(): Promise<number> {
    let count = 0;
    for await (const part of this.#parts('oldest'))
      count += (await this.#rows<{ readonly count: number }>(sql`count(*) AS count`, part))[0]?.count ?? 0;
    return count;
  }

  /** The first numbers in this order, at most so many. */
  async first(limit: number, order: 'oldest' | 'newest'): Promise<readonly number[]> {
    const found: number[] = [];
    const direction = sql.raw(order === 'oldest' ? 'ASC' : 'DESC');
    for await (const part of this.#parts(order)) {
      const more = sql`ORDER BY record_no ${direction} LIMIT ${limit - found.length}`;
      for (const { no } of await this.#rows<{ readonly no: number }>(sql`record_no AS no`, part, more))
        found.push(no);
      if (found.length >= limit) break;
    }
    return found;
  }

  /** The first numbers in the order of a field, in no order. */
  async sorted(limit: number, sort: Sort): Promise<readonly number[]> {
    const more = sql`ORDER BY ${inOrder(sort)} LIMIT ${limit}`;
    let found: number[] = [];
    const best = async (): Promise<number[]> =>
      found.length <= limit ? found : numbersIn(await this.#among(found, more));
    for await (const part of this.#parts('newest')) {
      found.push(...numbersIn(await this.#rows<{ readonly no: number }>(sql`record_no AS no`, part, more)));
      if (found.length > KEPT + limit) found = await best();
    }
    return await best();
  }

  async all(): Promise<readonly number[]> {
    return await this.first(Number.MAX_SAFE_INTEGER, 'oldest');
  }

  async *#parts(order: 'oldest' | 'newest'): AsyncGenerator<Numbers> {
    const [first, last] = await this.#ends();
    if (first === null || last === null) return;
    const parts = Math.ceil((last + 1 - first) / AT_ONCE);
    for (let nth = 0; nth < parts; nth++) {
      // What is asked beside it has a turn of its own.
      await nextTurn();
      const from = first + AT_ONCE * (order === 'oldest' ? nth : parts - 1 - nth);
      yield [from, Math.min(from + AT_ONCE, last + 1)];
    }
  }

  async #ends(): Promise<readonly [first: number | null, last: number | null]> {
    const [from, before] = this.#all;
    const { rows } = await read(
      sql<{ readonly first: number | null; readonly last: number | null }>`SELECT
        (SELECT min(record_no) FROM records WHERE record_no >= ${from} AND record_no < ${before}) AS first,
        (SELECT max(record_no) FROM records WHERE record_no >= ${from} AND record_no < ${before}) AS last`.execute(
        this.#db,
      ),
    );
    return [rows[0]?.first ?? null, rows[0]?.last ?? null];
  }

  async #rows<Row>(
    what: RawBuilder<unknown>,
    [from, before]: Numbers,
    more: RawBuilder<unknown> = sql``,
  ): Promise<readonly Row[]> {
    const query = sql<Row>`SELECT ${what} FROM records
      WHERE record_no >= ${from} AND record_no < ${before} AND ${this.#where} ${more}`;
    return (await read(query.execute(this.#db))).rows;
  }

  async #among(numbers: readonly number[], more: RawBuilder<unknown>) {
    const query = sql<{
      readonly no: number;
    }>`SELECT record_no AS no FROM records WHERE ${isAmong(numbers)} ${more}`;
    return (await read(query.execute(this.#db))).rows;
  }
}

export const isAmong = (numbers: readonly number[]): RawBuilder<SqlBool> =>
  sql`records.record_no IN ${numbersOf(JSON.stringify(numbers))}`;

/** Nothing precedes every value; of equal ones the newer record is first. */
export const inOrder = (sort: Sort): RawBuilder<unknown> =>
  sql`${orderOf(sort)} ${sql.raw(sort.descending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST')}, record_no DESC`;

const numbersIn = (rows: readonly { readonly no: number }[]): number[] => rows.map(({ no }) => no);
