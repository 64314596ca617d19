import { jsonWithDigits } from '../../kernel/exact-json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Json } from '../../kernel/json.ts';
import { refuse } from './errors.ts';
import { collectionLimits as limits } from './limits.ts';
import type { Column, RowReport, ShownRecord } from './model.ts';
import { isCsvUnreadable, type CsvField, type CsvRow, type CsvSeparator, type CsvText } from './port.ts';
import type { PutBackReport, RecordInserts } from './inserts.ts';
import type { RecordQueries } from './queries.ts';
import { collectionNamed } from './service.ts';
import type { CollectionStore } from './store.ts';
import { WrittenValues } from './written-values.ts';
import type { Says } from '../../kernel/says.ts';
import { say } from './says.ts';

export interface RecordCsvDeps {
  readonly records: Pick<RecordQueries, 'every'>;
  readonly recordInserts: Pick<RecordInserts, 'putBack'>;
  readonly store: CollectionStore;
  readonly csv: CsvText;
}

export interface CsvReport extends Omit<RowReport, 'failed'> {
  /** The first ones. `index` counts the rows after the header from 0, `line` the lines of the file from 1. */
  readonly failed: readonly { readonly index: number; readonly line: number; readonly why: Says }[];
  /** Why the rest of the table was not read; null if all of it was. What was read before is stored. */
  readonly problem: readonly Says[] | null;
}

/** The column that names records, so that an import of an export changes them in the place of adding them again. */
const ID = 'recordId';

/** The names of entities stand beside their ids, for people; they are not read. */
const NAMED = ' (name)';

/** Records as tables in text. */
export class RecordCsv {
  readonly #deps: RecordCsvDeps;

  constructor(deps: RecordCsvDeps) {
    this.#deps = deps;
  }

  /** All records, the oldest first, in pieces. @throws Refusal collection_not_found */
  async write(name: string): Promise<AsyncIterable<Uint8Array>> {
    const { columns } = await collectionNamed(this.#deps.store, name);
    return this.#pieces(name, columns);
  }

  async *#pieces(name: string, columns: readonly Column[]): AsyncGenerator<Uint8Array> {
    const { records, csv } = this.#deps;
    const encoder = new TextEncoder();
    const header = [
      ID,
      ...columns.flatMap(({ name: column, type }) =>
        type === 'subject' ? [column, `${column}${NAMED}`] : [column],
      ),
    ];
    yield encoder.encode(await csv.write([header]));
    for await (const some of records.every(name))
      yield encoder.encode(
        await csv.write(some.map((record) => [record.recordId, ...fieldsOf(record, columns)])),
      );
  }

  /**
   * Inserts the rows of a table, a thousand at a time, as `RecordInserts.insert` does. Its first row names the columns,
   * in capital letters or small ones. A row with the `recordId` of a record of the collection changes that record.
   * Numbers and dates are taken as spreadsheets of other languages write them, where it is certain what is meant.
   * @param separator null takes what the first line has most of
   * @throws Refusal collection_not_found, csv_unreadable if nothing of it was stored
   */
  async read(
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    separator: CsvSeparator | null,
  ): Promise<CsvReport> {
    const { recordInserts, store, csv } = this.#deps;
    const { columns } = await collectionNamed(store, name);
    const byName = new Map(columns.map((column) => [column.name, column]));
    const written = new Map(columns.map(({ name: column, type }) => [column, new WrittenValues(type)]));
    let sum = new ReportSum([], written);
    let header: readonly string[] | null = null;
    try {
      for await (const rows of csv.read(bytes, { separator, rowsTogether: limits.rows })) {
        const data = header === null ? rows.slice(1) : rows;
        if (header === null) {
          header = headerFrom(rows[0]?.fields ?? [], byName);
          sum = new ReportSum(
            header.filter((column) => isRead(column, byName) && !byName.has(column)),
            written,
          );
        }
        const named = header;
        const ids = named.indexOf(ID);
        const whole = [...data.keys()].filter((index) => data[index]!.fields.length === named.length);
        for (const [at, column] of named.entries())
          written.get(column)?.learn(whole.map((index) => data[index]!.fields[at] ?? ''));
        const fitting = whole.map((index) => ({
          recordId: data[index]!.fields[ids]?.trim() || null,
          row: rowFrom(named, data[index]!.fields, byName, written),
        }));
        const report = fitting.length === 0 ? NOTHING : await recordInserts.putBack(name, fitting);
        sum.add(data, named.length, report, whole);
      }
    } catch (error) {
      if (sum.rows === 0 && isCsvUnreadable(error))
        throw refuse.csv_unreadable({}, say('collections.unreadable', { why: error.says }), error);
      if (sum.rows === 0 || !(isCsvUnreadable(error) || isRefusal(error))) throw error;
      return sum.report([
        ...(isRefusal(error) ? error.says : [error.says]),
        say('collections.stopped', { rows: sum.rows }),
      ]);
    }
    if (header === null) throw refuse.csv_unreadable();
    return sum.report(null);
  }
}

/** @throws Refusal csv_unreadable */
function headerFrom(fields: readonly CsvField[], columns: ReadonlyMap<string, Column>): readonly string[] {
  const known = new Map(
    [ID, ...[...columns.keys()].flatMap((name) => [name, `${name}${NAMED}`])].map((name) => [
      name.toLowerCase(),
      name,
    ]),
  );
  const names = fields.map((field) => {
    const name = (field ?? '').trim();
    return name === ID ? ID : (known.get(name.toLowerCase()) ?? name);
  });
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined)
    throw refuse.csv_unreadable({}, say('collections.column_twice', { name: quote(twice, 100) }));
  if (names.every((name) => name === '')) throw refuse.csv_unreadable();
  return names;
}

/** Neither without a name, nor what an export adds to the columns. */
const isRead = (name: string, columns: ReadonlyMap<string, Column>): boolean =>
  name !== '' && name !== ID && !(name.endsWith(NAMED) && columns.has(name.slice(0, -NAMED.length)));

const rowFrom = (
  header: readonly string[],
  fields: readonly CsvField[],
  columns: ReadonlyMap<string, Column>,
  written: ReadonlyMap<string, WrittenValues>,
): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    header.flatMap((name, index): [string, Json][] =>
      isRead(name, columns)
        ? [[name, valueFrom(fields[index] ?? null, columns.get(name), written.get(name))]]
        : [],
    ),
  );

/** A field without characters is no value, unless it is a text in quotes. */
function valueFrom(field: CsvField, column: Column | undefined, written: WrittenValues | undefined): Json {
  if (field === null || (field === '' && column?.type !== 'string')) return null;
  if (column?.type !== 'json') return written?.read(field) ?? field;
  try {
    return jsonWithDigits(field);
  } catch {
    return field;
  }
}

const fieldsOf = (record: ShownRecord, columns: readonly Column[]): readonly (CsvField | number)[] =>
  columns.flatMap(({ name, type }): (CsvField | number)[] => {
    const value = record[name] ?? null;
    if (type === 'subject') {
      const { entityId = null, name: shown = null } = (value ?? {}) as {
        readonly entityId?: string;
        readonly name?: string | null;
      };
      return [entityId, shown];
    }
    // JSON has a null of its own.
    if (value === null) return [null];
    if (type === 'json') return [JSON.stringify(value)];
    return [typeof value === 'number' ? value : String(value)];
  });

const NOTHING: PutBackReport = {
  inserted: 0,
  updated: 0,
  failedCount: 0,
  failed: [],
  warnings: [],
  unknownIds: 0,
};

class ReportSum {
  rows = 0;
  #inserted = 0;
  #updated = 0;
  #failedCount = 0;
  #unknownIds = 0;
  readonly #failed: CsvReport['failed'][number][] = [];
  readonly #ignored: readonly string[];
  readonly #written: ReadonlyMap<string, WrittenValues>;

  /** @param ignored names of the header that are no columns */
  constructor(ignored: readonly string[], written: ReadonlyMap<string, WrittenValues>) {
    this.#ignored = ignored;
    this.#written = written;
  }

  /** @param places of the rows that were inserted, among all rows */
  add(
    all: readonly CsvRow[],
    fields: number,
    { inserted, updated, failedCount, failed, unknownIds }: PutBackReport,
    places: readonly number[],
  ): void {
    const unlike = [...all.entries()]
      .filter(([, row]) => row.fields.length !== fields)
      .map(([index, row]) => ({
        index,
        why: say('collections.fields', { fields: row.fields.length, columns: fields }),
      }));
    const unfit = failed.map(({ index, why }) => ({ index: places[index]!, why }));
    this.#inserted += inserted;
    this.#updated += updated;
    this.#unknownIds += unknownIds;
    this.#failedCount += failedCount + unlike.length;
    for (const { index, why } of [...unlike, ...unfit].toSorted((a, b) => a.index - b.index))
      if (this.#failed.length < limits.reported)
        this.#failed.push({ index: index + this.rows, line: all[index]!.line, why });
    this.rows += all.length;
  }

  report(problem: readonly Says[] | null): CsvReport {
    return {
      inserted: this.#inserted,
      updated: this.#updated,
      failedCount: this.#failedCount,
      failed: this.#failed,
      warnings: [
        ...this.#ignored
          .slice(0, limits.warnings)
          .map((name) =>
            say('collections.no_column', { name: quote(name, 100), place: say('collections.in_head') }),
          ),
        ...[...this.#written].flatMap(([column, { inDoubt }]) =>
          inDoubt === null ? [] : [say('collections.comma', { column, number: quote(inDoubt, 100) })],
        ),
        ...(this.#unknownIds === 0 ? [] : [say('collections.unknown_ids', { rows: this.#unknownIds })]),
      ],
      problem,
    };
  }
}
