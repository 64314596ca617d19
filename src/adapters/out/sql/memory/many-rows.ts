import { sql, type RawBuilder } from 'kysely';
import { said, type Word } from '../said.ts';
import type { Work, WorkStatement } from '../work.ts';

/** A statement takes as long to begin as its work on one row, so it gets many rows at once. */
export const ROWS_AT_ONCE = 32;

type Value = string | number | null;
type Row = readonly Value[];

type Build = (rows: RawBuilder<unknown>) => RawBuilder<unknown>;
type Listed = (row: Row) => RawBuilder<unknown>;

/** A statement over any number of rows, which returns nothing: `build` gets what follows VALUES. */
export function writingRows(columns: number, build: Build): (rows: readonly Row[]) => Work<void> {
  const all = overRows(columns, build, (row) => sql`${sql.join(row)}`, { isWriting: true });
  return function* (rows) {
    yield* all(rows);
  };
}

/** A statement over any number of rows, which returns some. */
export const askingRows = (
  columns: number,
  build: Build,
  listed: Listed,
): ((rows: readonly Row[]) => Work<readonly { readonly seq: number }[]>) =>
  overRows(columns, build, listed, {});

function overRows(
  columns: number,
  build: Build,
  listed: Listed,
  kind: Pick<WorkStatement, 'isWriting'>,
): (rows: readonly Row[]) => Work<readonly { readonly seq: number }[]> {
  const places = Array.from({ length: columns }, (_, place) => place);
  const statementOf = (count: number): WorkStatement => ({
    ...kind,
    build: (given: Row) =>
      build(
        sql.join(
          Array.from({ length: count }, (_, nth) => {
            const values = places.map((place) => given[nth * columns + place] ?? null);
            return sql`(${listed(values)})`;
          }),
        ),
      ),
  });
  const [many, one] = [statementOf(ROWS_AT_ONCE), statementOf(1)];
  return function* (rows): Work<readonly { readonly seq: number }[]> {
    const found: { readonly seq: number }[] = [];
    for (let from = 0; from < rows.length;) {
      const isMany = rows.length - from >= ROWS_AT_ONCE;
      const some = rows.slice(from, from + (isMany ? ROWS_AT_ONCE : 1));
      const [returned = []] = yield [{ statement: isMany ? many : one, given: some.flat() }];
      found.push(...(returned as typeof found));
      from += some.length;
    }
    return found;
  };
}

/** The database of the graph has sources, too, and in PostgreSQL both are in one schema. */
export const SOURCES: Word<unknown> = said(sql`sources`, () => sql`memory_sources`);
