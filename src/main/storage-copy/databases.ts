import { NAMES } from '../../adapters/out/postgres/memory/open.ts';
import { indexNames } from '../../adapters/out/postgres/full-text.ts';
import { journalOf } from '../../adapters/out/postgres/staged-schema.ts';
import { exportedDatabases } from '../../adapters/out/sqlite/export/databases.ts';
import { tablesAfter } from '../../adapters/out/sqlite/tables-in.ts';
import type { DataName } from '../../core/instance/data-directory/inventory.ts';
import type { CopiedDatabase } from './copied.ts';

type Own = Pick<CopiedDatabase, 'afterwards' | 'alsoInPostgres' | 'namesInPostgres'> & {
  /** Each storage has them in a form of its own. */
  readonly madeAnew?: readonly string[];
};

const OWN: { readonly [Name in DataName]?: Own } = {
  'history.db': {
    madeAnew: ['searched_texts', 'search_gaps'],
    afterwards: 'INSERT INTO search_gaps (thread_id, after_seq) SELECT thread_id, -1 FROM threads',
  },
  'engine.db': { alsoInPostgres: indexNames },
  'memory.db': {
    namesInPostgres: NAMES,
    madeAnew: ['term_index', 'term_index_behind', 'entry_terms', 'vocabulary'],
    afterwards: 'UPDATE term_index SET last_seq = (SELECT coalesce(max(seq), 0) FROM entries)',
  },
};

/** All databases, as they are copied from one storage to the other. */
export const copiedDatabases = (): readonly CopiedDatabase[] => exportedDatabases.map(copied);

/** Those that are there, with the tables of the version in which each is. None that a newer engine has written. */
export const copiedDatabasesOf = (versions: ReadonlyMap<string, number>): readonly CopiedDatabase[] =>
  exportedDatabases.flatMap(({ name, migrations }) => {
    const version = versions.get(journalOf(name)) ?? 0;
    if (version === 0 || version > migrations.length) return [];
    return copied({ name, migrations: migrations.slice(0, version) });
  });

function copied({ name, migrations }: Pick<CopiedDatabase, 'name' | 'migrations'>): CopiedDatabase {
  const { madeAnew = [], ...own } = OWN[name] ?? {};
  const tables = tablesAfter(migrations).filter((table) => !madeAnew.includes(table.name));
  return { name, migrations, tables, ...own };
}

/** The tables in PostgreSQL of the databases that an import leaves as they are, by the names of their journals. */
export const tablesThatStay = (): ReadonlyMap<string, readonly string[]> =>
  new Map(
    copiedDatabases().flatMap(({ name, tables }) =>
      name === 'vault.db' ? [['vault', tables.map((table) => table.name)] as const] : [],
    ),
  );

/** All databases, with the names of the tables that they have in PostgreSQL. */
export const databasesInPostgres = () =>
  copiedDatabases().map(({ name, tables, namesInPostgres = {} }) => ({
    name,
    tables: tables.map((table) => namesInPostgres[table.name] ?? table.name),
  }));
