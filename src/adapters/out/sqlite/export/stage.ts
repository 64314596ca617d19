import type { Says } from '../../../../core/kernel/says.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import {
  UnusableItem,
  type DatabaseStage,
  type StagedDatabases,
} from '../../../../core/keeping/export/import-port.ts';
import type { Settled, StagedDatabase } from '../../../../core/keeping/backups/restore-port.ts';
import type { JsonObject } from '../../../../core/kernel/json.ts';
import { migrate } from '../migrate.ts';
import type { Connection } from '../open.ts';
import { shownTable, type ShownTable } from './columns.ts';
import { exportedDatabases, sectionsOf, type ExportedDatabase } from './databases.ts';
import { STAGED } from './staged-pragmas.ts';
import { tableWriter, type TableWriter } from './table-writer.ts';
import { quote } from '../../../../core/kernel/quoted.ts';
import { sayFault } from '../../../../core/keeping/export/says.ts';
import { unusableRow } from './unusable-row.ts';

/** The databases of which an import brings in something. */
const imported = exportedDatabases.filter((one) =>
  sectionsOf(one).some(({ declared }) => declared.notImported === undefined),
);

/** Items that are written before they are committed. */
const TOGETHER = 2_000;

/** Beside the engine: see `settleDatabase`. */
export type SettledApart = (given: StagedDatabase) => Promise<Settled>;

export const sqliteStage = (settledApart: SettledApart): DatabaseStage => ({
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
  begin: (folder, versions) => new Staged(folder, versions, settledApart),
});

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
  readonly #settledApart: SettledApart;
  readonly #sections = new Map<string, Section>();
  #written = 0;
  /** The section whose items come. */
  #current: { readonly name: string; readonly section: Section } | null = null;

  constructor(folder: string, versions: Readonly<Record<string, number>>, settledApart: SettledApart) {
    this.#settledApart = settledApart;
    this.#making = imported.map((database) => {
      const file = join(folder, database.name);
      const connection = new Database(file);
      for (const pragma of STAGED) connection.pragma(pragma);
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
      throw unusableRow(error);
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

  async settle(at: number): Promise<readonly Says[]> {
    this.#endSection();
    const told: Says[] = [];
    for (const { database, file, connection } of this.#making) {
      connection.exec('COMMIT');
      connection.close();
      const settled = await this.#settledApart({ name: database.name, file, at, from: 'export' });
      if (settled.unusable !== null) throw new UnusableItem(settled.unusable);
      told.push(...settled.told);
    }
    return told;
  }

  close(): void {
    for (const { connection } of this.#making) if (connection.open) connection.close();
  }

  #endSection(): void {
    try {
      this.#current?.section.writer.end();
    } catch (error) {
      throw unusableRow(error);
    }
    this.#current = null;
  }

  #section(name: string): Section {
    if (this.#sections.has(name))
      throw new UnusableItem(sayFault('unusable.section_twice', { section: quote(name) }));
    for (const { database, connection } of this.#making)
      for (const { table, declared } of sectionsOf(database))
        if (declared.section === name) {
          const shown = shownTable(connection, table, declared);
          const section = { connection, shown, writer: tableWriter(connection, shown) };
          this.#sections.set(name, section);
          return section;
        }
    throw new UnusableItem(sayFault('unusable.unknown_section', { section: quote(name) }));
  }
}
