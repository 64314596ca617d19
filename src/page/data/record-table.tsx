import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { visible } from '../parts/visible.ts';
import { dataWords as said } from '#words/data.ts';
import type { Collection, Column } from './columns.ts';
import type { DataRecord, Records } from './collections.ts';
import { isSortable, subjectIn, valueWords } from './in-words.ts';

/** More of a value is shown when its record is opened. */
const CELL_CHARS = 200;

/** Records as a table that scrolls on its own; the names of columns sort it. */
export function RecordTable({
  collection: { name, columns },
  records,
  onOpen,
}: {
  collection: Collection;
  records: Records;
  onOpen: (record: DataRecord) => void;
}): VNode {
  const sort = records.sort.value;
  const orderOf = (column: Column) =>
    sort?.column !== column.name ? 'none' : sort.isDescending ? 'descending' : 'ascending';
  return (
    <>
      <p class="hint">{said.sortHint}</p>
      <div class="wide" tabIndex={0} role="region" aria-label={visible(said.table(name))}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span class="unseen">{said.details}</span>
              </th>
              {columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  class={column.type === 'number' ? 'right' : undefined}
                  aria-sort={isSortable(column) ? orderOf(column) : undefined}
                >
                  {isSortable(column) ? (
                    <button type="button" class="quiet" onClick={() => records.sortBy(column.name)}>
                      {column.name}
                    </button>
                  ) : (
                    column.name
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(records.list.items.value ?? []).map((record, nth) => (
              <tr key={record.recordId}>
                <td>
                  <button
                    type="button"
                    class="quiet"
                    aria-label={visible(said.openNamed(nth + 1))}
                    onClick={() => onOpen(record)}
                  >
                    {said.open}
                  </button>
                </td>
                {columns.map((column) => (
                  <td key={column.name} dir="auto" class={column.type === 'number' ? 'right' : undefined}>
                    <Value column={column} value={valueOf(record, column)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The value of a record in a column. */
export const valueOf = (record: DataRecord, { name }: Column): unknown =>
  (record as Readonly<Record<string, unknown>>)[name];

function Value({ column: { type }, value }: { column: Column; value: unknown }): VNode {
  const subject = type === 'subject' ? subjectIn(value) : null;
  if (subject !== null) return <a href={placeOfArea('entries', subject.entityId)}>{visible(subject.name)}</a>;
  const text = valueWords(type, value);
  return <>{visible(text.length > CELL_CHARS ? `${text.slice(0, CELL_CHARS).toWellFormed()}…` : text)}</>;
}
