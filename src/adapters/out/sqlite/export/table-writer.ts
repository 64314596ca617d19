import { isJsonObject, type Json, type JsonObject } from '../../../../core/kernel/json.ts';
import { quote } from '../../../../core/kernel/quoted.ts';
import { UnusableItem } from '../../../../core/keeping/export/import-port.ts';
import { sayFault } from '../../../../core/keeping/export/says.ts';
import type { SqlValue } from '../exported.ts';
import type { Connection } from '../open.ts';
import type { ShownColumn, ShownTable } from './columns.ts';

const FIELD_CHARS = 64;

/** Writes the items of a section as rows of its table. */
export interface TableWriter {
  /** @throws UnusableItem */
  add(item: JsonObject): void;
  /** After the last item: relations within the table. @throws UnusableItem */
  end(): void;
}

export function tableWriter(connection: Connection, table: ShownTable): TableWriter {
  const { declared, columns } = table;
  const { bundle } = declared;
  const insert = connection.prepare(
    `INSERT INTO "${table.table}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
      VALUES (${columns.map(({ name }) => `:${name}`).join(', ')})`,
  );
  const stored = columns.map((column) => ({ column, store: storing(connection, column) }));
  const fields = new Set([...columns.flatMap(({ field }) => field ?? []), ...(bundle ? [bundle.field] : [])]);
  const unbundled = bundle?.store(connection);
  const later = laterIn(connection, table);
  return {
    add: (item) => {
      const unknown = Object.keys(item).find((field) => !fields.has(field));
      if (unknown !== undefined)
        throw new UnusableItem(sayFault('unusable.unknown_field', { field: quote(unknown, FIELD_CHARS) }));
      const row: Record<string, SqlValue> = {};
      for (const { column, store } of stored)
        if (column.field !== null && !isWithin(table, column))
          row[column.name] = store(item[column.field] ?? null);
      if (bundle && unbundled) {
        const values = item[bundle.field];
        if (!isJsonObject(values))
          throw new UnusableItem(sayFault('unusable.no_field', { field: bundle.field }));
        Object.assign(row, unbundled(values, row));
      }
      for (const { name, form } of columns) {
        if (form.form === 'leftOut') row[name] = form.derived(row);
        row[name] ??= null;
      }
      const { lastInsertRowid } = insert.run(row);
      for (const { field, keep } of later) {
        const id = item[field] ?? null;
        if (id !== null) keep(Number(lastInsertRowid), id);
      }
    },
    end: () => {
      for (const { end } of later) end();
    },
  };
}

/** Whether the column refers to rows of its own table, which may come later. */
const isWithin = ({ table }: ShownTable, { form }: ShownColumn): boolean =>
  form.form === 'refers' && form.table === table;

type Later = {
  readonly field: string;
  readonly keep: (row: number, id: Json) => void;
  readonly end: () => void;
};

/** What rows say of later rows is noted, and done at the end. */
function laterIn(connection: Connection, table: ShownTable): readonly Later[] {
  return table.columns.flatMap(({ name, field, form }): readonly Later[] => {
    if (field === null || form.form !== 'refers' || form.table !== table.table) return [];
    const notes = `later_${table.table}_${name}`;
    connection.exec(`CREATE TEMP TABLE "${notes}" (no INTEGER PRIMARY KEY, id TEXT NOT NULL)`);
    const note = connection.prepare(`INSERT INTO temp."${notes}" (no, id) VALUES (?, ?)`);
    return [
      {
        field,
        keep: (row, id) => void note.run(row, textIn(id)),
        end: () => {
          const { changes } = connection
            .prepare(
              `UPDATE "${table.table}" SET "${name}" = r."${form.no}" FROM temp."${notes}" AS n, "${form.table}" AS r
                WHERE n.no = "${table.table}".rowid AND r."${form.id}" = n.id`,
            )
            .run();
          const { noted } = connection.prepare(`SELECT count(*) AS noted FROM temp."${notes}"`).get() as {
            readonly noted: number;
          };
          connection.exec(`DROP TABLE temp."${notes}"`);
          if (changes !== noted) throw new UnusableItem(sayFault('unusable.leads_nowhere', { field }));
        },
      },
    ];
  });
}

const textIn = (id: Json): string => {
  if (typeof id !== 'string') throw new UnusableItem(sayFault('unusable.id'));
  return id;
};

function storing(
  connection: Connection,
  { name, field, form, mayBeNull }: ShownColumn,
): (shown: Json) => SqlValue {
  const wrong = () => new UnusableItem(sayFault('unusable.form', { field: field ?? name }));
  switch (form.form) {
    case 'flag':
      return (shown) => {
        if (shown !== null && typeof shown !== 'boolean') throw wrong();
        return shown === null ? (form.none ?? null) : Number(shown);
      };
    case 'time':
      return (shown) => {
        if (shown === null || typeof shown === 'number') return shown;
        const instant = typeof shown === 'string' ? Date.parse(shown) : Number.NaN;
        if (Number.isNaN(instant)) throw wrong();
        return instant;
      };
    case 'json':
      return (shown) => (shown === null && mayBeNull ? null : JSON.stringify(shown));
    case 'source':
      return sourceNumbers(connection, wrong);
    case 'shown':
      return (shown) => (shown === null ? null : form.store(shown));
    case 'refers': {
      const query = connection
        .prepare(`SELECT "${form.no}" FROM "${form.table}" WHERE "${form.id}" = ?`)
        .pluck();
      const known = new Map<string, number>();
      return (shown) => {
        if (shown === null) return null;
        const id = textIn(shown);
        const no = known.get(id) ?? (query.get(id) as number | undefined);
        if (no === undefined) throw new UnusableItem(sayFault('unusable.leads_nowhere', { field: form.as }));
        if (known.size < KNOWN) known.set(id, no);
        return no;
      };
    }
    case 'value':
      return (shown) => {
        if (shown !== null && typeof shown !== 'string' && typeof shown !== 'number') throw wrong();
        return shown;
      };
    case 'leftOut':
      return () => null;
  }
}

/** Ids whose numbers are kept: the same few are asked for again and again. */
const KNOWN = 10_000;

/** The number of a source, which is added with its first use. */
function sourceNumbers(connection: Connection, wrong: () => UnusableItem): (shown: Json) => SqlValue {
  const add = connection.prepare(
    'INSERT OR IGNORE INTO sources (origin, run_id, thread_id, tool) VALUES (?, ?, ?, ?)',
  );
  const query = connection
    .prepare('SELECT source FROM sources WHERE origin = ? AND run_id = ? AND thread_id = ? AND tool = ?')
    .pluck();
  return (shown) => {
    if (!isJsonObject(shown)) throw wrong();
    const row = ['origin', 'runId', 'threadId', 'tool'].map((name) => {
      const text = shown[name] ?? '';
      if (typeof text !== 'string') throw wrong();
      return text;
    });
    add.run(...row);
    return query.get(...row) as number;
  };
}
