import { isRefusal } from '../kernel/refusal.ts';
import { quoted } from '../kernel/quoted.ts';
import type { Json } from '../kernel/json.ts';
import { refuse } from './errors.ts';
import { collectionLimits as limits } from './limits.ts';
import type { Column, RowReport, ShownRecord } from './model.ts';
import { isCsvUnreadable, type CsvField, type CsvSeparator, type CsvText } from './port.ts';
import type { RecordService } from './records.ts';
import { collectionNamed } from './service.ts';
import type { CollectionStore } from './store.ts';

export interface RecordCsvDeps {
  readonly records: Pick<RecordService, 'insert' | 'every'>;
  readonly store: CollectionStore;
  readonly csv: CsvText;
}

export interface CsvReport extends RowReport {
  /** Why the rest of the table was not read; null if all of it was. What was read before is stored. */
  readonly problem: string | null;
}

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
    const header = columns.flatMap(({ name: column, type }) =>
      type === 'subject' ? [column, `${column}${NAMED}`] : [column],
    );
    yield encoder.encode(await csv.write([header]));
    for await (const some of records.every(name))
      yield encoder.encode(await csv.write(some.map((record) => fieldsOf(record, columns))));
  }

  /**
   * Inserts the rows of a table, a thousand at a time, as `RecordService.insert` does. Its first row names the columns.
   * @throws Refusal collection_not_found, csv_unreadable if nothing of it was stored
   */
  async read(name: string, bytes: AsyncIterable<Uint8Array>, separator: CsvSeparator): Promise<CsvReport> {
    const { records, store, csv } = this.#deps;
    const { columns } = await collectionNamed(store, name);
    const byName = new Map(columns.map((column) => [column.name, column]));
    const sum = new ReportSum();
    let header: readonly string[] | null = null;
    try {
      for await (const rows of csv.read(bytes, { separator, rowsTogether: limits.rows })) {
        const data = header === null ? rows.slice(1) : rows;
        header ??= headerFrom(rows[0] ?? []);
        const named = header;
        const whole = [...data.keys()].filter((index) => data[index]!.length === named.length);
        const fitting = whole.map((index) => rowFrom(named, data[index]!, byName));
        const report = fitting.length === 0 ? NOTHING : await records.insert(name, fitting);
        sum.add(data, named.length, report, whole);
      }
    } catch (error) {
      if (sum.rows === 0 && isCsvUnreadable(error))
        throw refuse.csv_unreadable(
          {},
          `The table cannot be read: ${error.message} Nothing of it was stored.`,
          error,
        );
      if (sum.rows === 0 || !(isCsvUnreadable(error) || isRefusal(error))) throw error;
      return sum.report(`${error.message} The first ${sum.rows} rows were dealt with, the rest was not.`);
    }
    if (header === null) throw refuse.csv_unreadable();
    return sum.report(null);
  }
}

/** @throws Refusal csv_unreadable */
function headerFrom(fields: readonly CsvField[]): readonly string[] {
  const names = fields.map((field) => (field ?? '').trim());
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined)
    throw refuse.csv_unreadable(
      {},
      `The first row of the table names the column ${quoted(twice, 100)} twice.`,
    );
  if (names.every((name) => name === '')) throw refuse.csv_unreadable();
  return names;
}

const rowFrom = (
  header: readonly string[],
  fields: readonly CsvField[],
  columns: ReadonlyMap<string, Column>,
): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    header.flatMap((name, index): [string, Json][] =>
      name === '' || (name.endsWith(NAMED) && columns.has(name.slice(0, -NAMED.length)))
        ? []
        : [[name, valueFrom(fields[index] ?? null, columns.get(name))]],
    ),
  );

/** A field without characters is no value, unless it is a text in quotes. */
function valueFrom(field: CsvField, column: Column | undefined): Json {
  if (field === null || (field === '' && column?.type !== 'string')) return null;
  if (column?.type !== 'json') return field;
  try {
    return JSON.parse(field) as Json;
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

const NOTHING: RowReport = { inserted: 0, updated: 0, failedCount: 0, failed: [], warnings: [] };

class ReportSum {
  rows = 0;
  #inserted = 0;
  #updated = 0;
  #failedCount = 0;
  readonly #failed: { readonly index: number; readonly why: string }[] = [];
  readonly #warnings = new Set<string>();

  /** @param places of the rows that were inserted, among all rows */
  add(
    all: readonly (readonly CsvField[])[],
    fields: number,
    { inserted, updated, failedCount, failed, warnings }: RowReport,
    places: readonly number[],
  ): void {
    const unlike = [...all.entries()]
      .filter(([, row]) => row.length !== fields)
      .map(([index, row]) => ({
        index,
        why: `It has ${row.length} fields, and the first row has ${fields}.`,
      }));
    const unfit = failed.map(({ index, why }) => ({ index: places[index]!, why }));
    this.#inserted += inserted;
    this.#updated += updated;
    this.#failedCount += failedCount + unlike.length;
    for (const { index, why } of [...unlike, ...unfit].toSorted((a, b) => a.index - b.index))
      if (this.#failed.length < limits.reported) this.#failed.push({ index: index + this.rows, why });
    // Each part of the table ignores the same columns: they are told once.
    if (this.rows === 0) for (const warning of warnings) this.#warnings.add(warning);
    this.rows += all.length;
  }

  report(problem: string | null): CsvReport {
    return {
      inserted: this.#inserted,
      updated: this.#updated,
      failedCount: this.#failedCount,
      failed: this.#failed,
      warnings: [...this.#warnings],
      problem,
    };
  }
}
