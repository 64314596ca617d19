import type { ReadFor } from '../../../../core/keeping/export/port.ts';
import type { Connection } from '../open.ts';
import type { ExportedDatabase } from './databases.ts';

interface Reference {
  readonly from: string;
  readonly table: string;
  readonly to: string | null;
}

/**
 * SQL about a row of a table: whether it is `this_person()`'s own. The row says so itself, or it hangs on a row that does:
 * one with which it goes. Null where nothing does: such rows are the house's.
 */
export function ownRows(
  connection: Connection,
  { tables }: Pick<ExportedDatabase, 'tables'>,
  table: string,
  row = 't',
): string | null {
  const declared = tables[table];
  if (declared && 'own' in declared && declared.own !== undefined) return declared.own(row);
  const columns = connection.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table);
  for (const whose of ['person_id', 'seen_by'])
    if (columns.includes(whose)) return `${row}.${whose} = this_person()`;
  const hangsOn = connection
    .prepare<[string], Reference>(
      'SELECT "from", "table", "to" FROM pragma_foreign_key_list(?) WHERE on_delete = \'CASCADE\'',
    )
    .all(table);
  const own = hangsOn.flatMap((on) => {
    const parent = ownRows(connection, { tables }, on.table, `${row}p`);
    if (parent === null) return [];
    const to = on.to ?? keyOf(connection, on.table);
    const found = `${row}p."${to}" = ${row}."${on.from}"`;
    return [`EXISTS (SELECT 1 FROM "${on.table}" AS ${row}p WHERE ${found} AND ${parent})`];
  });
  // Where it hangs on several, it is theirs whose all of these are.
  return own.length === 0 ? null : own.join(' AND ');
}

const keyOf = (connection: Connection, table: string): string =>
  connection.prepare('SELECT name FROM pragma_table_info(?) WHERE pk = 1').pluck().get(table) as string;

/** What `ownRows` asks in this database. @param key how it names the person */
export function tellOwn(
  connection: Connection,
  key: string,
  { isOwnPath }: Pick<ReadFor, 'isOwnPath'>,
): void {
  connection.function('this_person', { deterministic: true }, () => key);
  connection.function('is_own_path', { deterministic: true }, (path) => Number(isOwnPath(String(path))));
}
