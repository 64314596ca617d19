import Database from 'better-sqlite3';
import { join } from 'node:path';
import { open } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import {
  UnusableItem,
  type DatabaseStage,
  type StagedDatabases,
} from '../../../../core/export/import-port.ts';
import type { JsonObject } from '../../../../core/kernel/json.ts';
import { isSection, type TableExport } from '../exported.ts';
import { migrate } from '../migrate.ts';
import type { Connection } from '../open.ts';
import { shownTable, type ShownTable } from './columns.ts';
import { exportedDatabases, sectionsOf, type ExportedDatabase } from './databases.ts';
import { tableWriter, type TableWriter } from './table-writer.ts';

/** The databases of which an import brings in something. */
const imported = exportedDatabases.filter((one) =>
  sectionsOf(one).some(({ declared }) => declared.notImported === undefined),
);

/** Items that are written before they are committed. */
const TOGETHER = 2_000;

export const sqliteStage: DatabaseStage = {
  schemaVersions: Object.fromEntries(
    exportedDatabases.map(({ name, migrations }) => [name, migrations.length]),
  ),
  notImported: Object.fromEntries(
    exportedDatabases.flatMap((one) =>
      sectionsOf(one).flatMap(({ declared: { section, notImported } }) =>
        notImported === undefined ? [] : [[section, notImported]],
      ),
    ),
  ),
  names: imported.map(({ name }) => name),
  begin: (folder, versions) => new Staged(folder, versions),
};

interface Making {
  readonly database: ExportedDatabase;
  readonly file: string;
  readonly connection: Connection;
}

interface Section {
  readonly connection: Connection;
  readonly shown: ShownTable;
  readonly writer: TableWriter;
}

class Staged implements StagedDatabases {
  readonly #making: readonly Making[];
  readonly #sections = new Map<string, Section>();
  #written = 0;
  /** The section whose items come. */
  #current: { readonly name: string; readonly section: Section } | null = null;

  constructor(folder: string, versions: Readonly<Record<string, number>>) {
    this.#making = imported.map((database) => {
      const file = join(folder, database.name);
      const connection = new Database(file);
      // Nothing in the folder counts before the end, so nothing has to be rolled back.
      for (const pragma of [
        'journal_mode = MEMORY',
        'synchronous = OFF',
        'foreign_keys = OFF',
        'trusted_schema = OFF',
      ])
        connection.pragma(pragma);
      const version = versions[database.name] ?? database.migrations.length;
      migrate(connection, database.name, database.migrations.slice(0, version));
      connection.exec('BEGIN');
      return { database, file, connection };
    });
  }

  get sectionNames(): readonly string[] {
    return imported.flatMap((one) =>
      sectionsOf(one)
        .filter(({ declared }) => declared.notImported === undefined)
        .map(({ declared }) => declared.section),
    );
  }

  add(section: string, item: JsonObject): void {
    if (this.#current?.name !== section) {
      this.#endSection();
      this.#current = { name: section, section: this.#section(section) };
    }
    const { connection, writer } = this.#current.section;
    try {
      writer.add(item);
    } catch (error) {
      throw unusable(error);
    }
    this.#written += 1;
    if (this.#written % TOGETHER === 0) {
      connection.exec('COMMIT');
      connection.exec('BEGIN');
    }
  }

  renameContent(from: string, to: string, sizeBytes: number): void {
    for (const { database, connection } of this.#making)
      if (database.name === 'history.db')
        connection
          .prepare('UPDATE artifact_versions SET content_hash = ?, size_bytes = ? WHERE content_hash = ?')
          .run(to, sizeBytes, from);
  }

  async settle(at: number): Promise<void> {
    this.#endSection();
    for (const { database, file, connection } of this.#making) {
      connection.exec('COMMIT');
      try {
        migrate(connection, database.name, database.migrations);
        await settled(connection, database.tables, at);
      } catch (error) {
        throw unusable(error);
      }
      connection.pragma('journal_mode = DELETE');
      connection.close();
      const handle = await open(file, 'r+');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    }
  }

  close(): void {
    for (const { connection } of this.#making) if (connection.open) connection.close();
  }

  #endSection(): void {
    try {
      this.#current?.section.writer.end();
    } catch (error) {
      throw unusable(error);
    }
    this.#current = null;
  }

  #section(name: string): Section {
    if (this.#sections.has(name)) throw new UnusableItem(`the section ${name} comes twice`);
    for (const { database, connection } of this.#making)
      for (const { table, declared } of sectionsOf(database))
        if (declared.section === name) {
          const shown = shownTable(connection, table, declared);
          const section = { connection, shown, writer: tableWriter(connection, shown) };
          this.#sections.set(name, section);
          return section;
        }
    throw new UnusableItem(`there is no section ${name}`);
  }
}

async function settled(
  connection: Connection,
  tables: Readonly<Record<string, TableExport>>,
  at: number,
): Promise<void> {
  for (const table of Object.keys(tables)) {
    const wrong = isTable(connection, table)
      ? connection.prepare('SELECT 1 FROM pragma_foreign_key_check(?) LIMIT 1').get(table)
      : undefined;
    if (wrong !== undefined) throw new UnusableItem(`something in ${table} refers to what is not there`);
    await turn();
  }
  for (const declared of Object.values(tables)) {
    const { rebuilt = [] } = declared;
    if (typeof rebuilt === 'function') for (const _ of inPieces(connection, rebuilt)) await turn();
    else for (const sql of rebuilt) connection.prepare(sql).run();
    if (isSection(declared)) for (const sql of declared.waits ?? []) runAt(connection, sql, at);
    await turn();
  }
}

/** Each piece is a transaction. */
function* inPieces(
  connection: Connection,
  work: (connection: Connection) => Iterable<void>,
): Generator<void> {
  connection.exec('BEGIN');
  for (const _ of work(connection)) {
    connection.exec('COMMIT');
    yield;
    connection.exec('BEGIN');
  }
  connection.exec('COMMIT');
}

const runAt = (connection: Connection, sql: string, at: number): void =>
  void connection.prepare(sql).run(...(sql.includes(':at') ? [{ at }] : []));

const isTable = (connection: Connection, name: string): boolean =>
  connection
    .prepare(
      "SELECT 1 FROM sqlite_master WHERE name = ? AND type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
    )
    .get(name) !== undefined;

/** What SQLite or a form refuses, without the words of the document. */
function unusable(error: unknown): unknown {
  const { name, code } = error as { readonly name?: unknown; readonly code?: unknown };
  if (name === 'UnusableItem') return error;
  if (typeof code === 'string' && /^SQLITE_(?:CONSTRAINT|MISMATCH|RANGE|TOOBIG)/u.test(code))
    return new UnusableItem('it does not fit its table');
  if (name === 'TypeError' || name === 'RangeError')
    return new UnusableItem('a value of it has the wrong type');
  return error;
}
