import Database from 'better-sqlite3';
import { expect, test } from '@jest/globals';
import { inventory, type DataName, type Entry } from '../../../src/core/instance/data-directory/inventory.ts';
import { exportPlan } from '../../../src/adapters/out/files/export/disk-moments.ts';
import { exportedDatabases, sectionsOf } from '../../../src/adapters/out/sqlite/export/databases.ts';
import { shownTable } from '../../../src/adapters/out/sqlite/export/columns.ts';
import { sectionSchemas } from '../../../src/adapters/out/sqlite/export/schema.ts';
import { isSection } from '../../../src/adapters/out/sqlite/exported.ts';
import { migrate } from '../../../src/adapters/out/sqlite/migrate.ts';
import { FILE_SECTIONS } from '../../../src/core/keeping/export/model.ts';
import { verifies } from '../../spec/verifies.ts';

function latest(name: string) {
  const database = exportedDatabases.find((one) => one.name === name);
  if (!database) throw new Error(`${name} is not exported`);
  const connection = new Database(':memory:');
  migrate(connection, name, database.migrations);
  return { ...database, connection };
}

/** SQLite keeps these beside a full-text index. */
const shadowsOf = (name: string) =>
  ['data', 'idx', 'docsize', 'config', 'content'].map((end) => `${name}_${end}`);

verifies(
  ['exports.by-construction', 'rows.elsewhere'],
  'every table and column of every database has a section of the export, or a reason why not',
  () => {
    for (const { name } of exportedDatabases) {
      const { connection, tables } = latest(name);
      const found = connection
        .prepare(
          "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'",
        )
        .pluck()
        .all() as string[];
      const known = new Set(Object.keys(tables).flatMap((table) => [table, ...shadowsOf(table)]));
      expect(found.filter((table) => !known.has(table))).toEqual([]);
      expect(Object.keys(tables).filter((table) => !found.includes(table))).toEqual([]);
      for (const [table, declared] of Object.entries(tables)) {
        // What only SQL knows, the compiler does not compare.
        if (declared.arriving !== 'derived' && 'columns' in declared.arriving)
          expect([table, Object.keys(declared.arriving.columns).toSorted()]).toEqual([
            table,
            connection.prepare('SELECT name FROM pragma_table_xinfo(?)').pluck().all(table).toSorted(),
          ]);
        if (!isSection(declared)) {
          expect(declared.leftOut).toMatch(/^\w.* \w/u);
          continue;
        }
        const shown = shownTable(connection, table, declared);
        const all = connection
          .prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0')
          .pluck()
          .all(table);
        expect(shown.columns.map((column) => column.name)).toEqual(all);
        // A form or a bundle that names no column is a slip.
        const named = [...Object.keys(declared.columns ?? {}), ...(declared.bundle?.columns ?? [])];
        expect(named.filter((column) => !all.includes(column))).toEqual([]);
        const fields = shown.columns.flatMap(({ field }) => field ?? []);
        expect(new Set(fields).size).toBe(fields.length);
        const hidden = shown.columns.filter(
          ({ field, name: column }) => field === null && declared.bundle?.columns.includes(column) !== true,
        );
        for (const { form } of hidden)
          expect(form).toMatchObject({ form: 'leftOut', why: expect.stringMatching(/\w/u) });
      }
      connection.close();
    }
  },
);

verifies(
  ['exports.by-construction'],
  'every file of the inventory that is exported is in a section, and every database is read',
  () => {
    const exported = Object.entries<Entry>(inventory).filter(([, { exported: answer }]) => answer === 'yes');
    const databases = exported.filter(([, { kind }]) => kind === 'database').map(([name]) => name);
    expect(databases.toSorted()).toEqual(exportedDatabases.map(({ name }) => name as string).toSorted());
    const inPlan = new Set<DataName>([...exportPlan.folders, exportPlan.workspace, 'config.json']);
    const top = exported
      .filter(([, { kind }]) => kind !== 'database')
      .map(([name]) => name.split('/')[0] as DataName);
    expect([...new Set(top)].filter((name) => !inPlan.has(name))).toEqual([]);
    // The sections of these folders, by the names that core/keeping/export/sections.ts gives them.
    expect([...new Set(top)].toSorted()).toEqual([
      'apis',
      'artifacts',
      'changesets',
      'config.json',
      'sweeps',
      'workspace',
    ]);
  },
);

test('sections have names of their own, which a program can use', () => {
  const names = [
    ...exportedDatabases.flatMap((one) => sectionsOf(one).map(({ declared }) => declared.section)),
    ...FILE_SECTIONS,
  ];
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z][a-zA-Z]+$/u.test(name))).toEqual([]);
  expect(Object.keys(sectionSchemas())).toEqual(names.slice(0, -FILE_SECTIONS.length));
});
