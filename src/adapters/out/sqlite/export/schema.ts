import Database from 'better-sqlite3';
import type { JsonObject } from '../../../../core/kernel/json.ts';
import { migrate } from '../migrate.ts';
import { ownRows } from './own-rows.ts';
import { shownTable, type ShownColumn } from './columns.ts';
import { exportedDatabases, sectionsOf } from './databases.ts';

interface Declared {
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

/**
 * The JSON Schema of an item of each section, by the name of the section, from the tables themselves. `isOwn`: of those with
 * rows that are somebody's own, as these are shown.
 */
export function sectionSchemas(isOwn = false): Readonly<Record<string, JsonObject>> {
  const schemas: Record<string, JsonObject> = {};
  for (const database of exportedDatabases) {
    const connection = new Database(':memory:');
    try {
      migrate(connection, database.name, database.migrations);
      const columnOf = connection.prepare<[string, string], Declared>(
        'SELECT type, "notnull", pk FROM pragma_table_info(?) WHERE name = ?',
      );
      for (const { table, declared } of sectionsOf(database)) {
        if (isOwn && ownRows(connection, database, table) === null) continue;
        const shown = shownTable(connection, table, declared, isOwn).columns.flatMap((column) => {
          const found = columnOf.get(table, column.name);
          return column.field === null || !found ? [] : [[column.field, schemaOf(column, found)] as const];
        });
        const bundle = declared.bundle ? [[declared.bundle.field, { type: 'object' }] as const] : [];
        const fields = [...shown, ...bundle];
        schemas[declared.section] = {
          description: declared.says,
          type: 'object',
          properties: Object.fromEntries(fields),
          required: fields.map(([field]) => field),
          additionalProperties: false,
        };
      }
    } finally {
      connection.close();
    }
  }
  return schemas;
}

function schemaOf({ form }: ShownColumn, { type, notnull, pk }: Declared): JsonObject {
  const mayBeNull = notnull === 0 && pk === 0;
  const types = (...all: readonly string[]): JsonObject => {
    const [first = 'null', ...others] = mayBeNull ? [...all, 'null'] : all;
    return { type: others.length === 0 ? first : [first, ...others] };
  };
  switch (form.form) {
    case 'flag':
      return form.none === undefined ? types('boolean') : { type: ['boolean', 'null'] };
    case 'json':
      return {};
    case 'source':
      return types('object');
    case 'time':
      // A number where it is beyond what a date can be.
      return types('string', 'integer');
    case 'shown':
    case 'refers':
      return types('string');
    case 'value':
    case 'leftOut':
      return types(TYPES[type] ?? 'string');
  }
}

const TYPES: Readonly<Record<string, string>> = { INTEGER: 'integer', REAL: 'number', TEXT: 'string' };
