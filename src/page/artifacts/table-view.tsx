import type { VNode } from 'preact';
import { memo } from 'preact/compat';
import { count } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { artifactWords } from '#words/artifacts.ts';
import type { Table } from './separated.ts';

const said = artifactWords.table;

/** More of them hold up the page. */
export const MOST_ROWS = 500;
const MOST_COLUMNS = 50;
const MOST_CHARS = 2_000;

/** A table whose first row has the names of its columns. It scrolls on its own, also by keyboard. */
export const TableView = memo(({ table, label }: { table: Table; label: string }): VNode => {
  const { rows, ragged } = table;
  const [names = [], ...others] = rows;
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const shown = Array.from({ length: Math.min(columns, MOST_COLUMNS) }, (_, nth) => nth);
  return (
    <>
      {ragged === null ? null : (
        <p class="hint">{said.ragged(count(ragged.row), count(ragged.fields), count(names.length))}</p>
      )}
      {table.count > rows.length ? (
        <p class="hint">{said.rows(count(rows.length), count(table.count))}</p>
      ) : null}
      {columns > MOST_COLUMNS ? (
        <p class="hint">{said.columns(count(MOST_COLUMNS), count(columns))}</p>
      ) : null}
      <div class="wide" tabIndex={0} role="region" aria-label={label}>
        <table>
          <thead>
            <tr>
              {shown.map((nth) => (
                <th key={nth} scope="col" dir="auto">
                  {cell(names[nth])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {others.map((row, at) => (
              <tr key={at}>
                {shown.map((nth) => (
                  <td key={nth} dir="auto">
                    {cell(row[nth])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
});

const cell = (field = ''): string =>
  visible(field.length > MOST_CHARS ? `${field.slice(0, MOST_CHARS).toWellFormed()}…` : field);
