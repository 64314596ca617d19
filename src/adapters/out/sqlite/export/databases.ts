import type { DataName } from '../../../../core/instance/data-directory/inventory.ts';
import { exported as datastore, migrations as datastoreMigrations } from '../datastore/parts.ts';
import { exported as engine, migrations as engineMigrations } from '../engine/parts.ts';
import { isSection, type ExportedTable, type TableExport } from '../exported.ts';
import { exported as history, migrations as historyMigrations } from '../history/parts.ts';
import { exported as memory } from '../memory/exported.ts';
import { migrations as memoryMigrations } from '../memory/parts.ts';
import type { Migration } from '../migrate.ts';
import { exported as vault } from '../vault/exported.ts';
import { migrations as vaultMigrations } from '../vault/parts.ts';

export interface ExportedDatabase {
  readonly name: DataName;
  readonly migrations: readonly Migration[];
  readonly tables: Readonly<Record<string, TableExport>>;
  /** It knows the people, and names the owner by their id, too. */
  readonly hasPeople?: true;
}

/** Every database, with what the export has of each of its tables. */
export const exportedDatabases: readonly ExportedDatabase[] = [
  { name: 'history.db', migrations: historyMigrations, tables: history, hasPeople: true },
  { name: 'memory.db', migrations: memoryMigrations, tables: memory },
  { name: 'engine.db', migrations: engineMigrations, tables: engine },
  { name: 'datastore.db', migrations: datastoreMigrations, tables: datastore },
  { name: 'vault.db', migrations: vaultMigrations, tables: vault },
];

/** The sections of a database, in their order. */
export const sectionsOf = ({
  tables,
}: ExportedDatabase): readonly { readonly table: string; readonly declared: ExportedTable }[] =>
  Object.entries(tables).flatMap(([table, declared]) => (isSection(declared) ? [{ table, declared }] : []));
