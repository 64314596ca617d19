import type { Says } from '../../../../core/kernel/says.ts';
import { say } from '../../../../core/keeping/export/says.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import type {
  CountedSections,
  DatabaseMoments,
  OpenedDatabases,
  PinnedDatabases,
  SectionReader,
  UnreadableDatabase,
  ReadFor,
} from '../../../../core/keeping/export/port.ts';
import type { KnownOwner } from '../../../../core/trust/people/model.ts';
import { hasDatabase } from '../backup/pinned-database.ts';
import { migrate, refuseNewer } from '../migrate.ts';
import { openReader, type Connection } from '../open.ts';
import { shownTable } from './columns.ts';
import { exportedDatabases, sectionsOf, type ExportedDatabase } from './databases.ts';
import { PersonKeys } from '../../sql/person-keys.ts';
import { ownRows, tellOwn } from './own-rows.ts';
import { tableReader } from './table-reader.ts';

/** The databases of a data directory at one moment: a read transaction in each, on connections of their own. */
export class SqliteMoments implements DatabaseMoments {
  readonly #dataDir: string;
  readonly #keys: PersonKeys;
  #ownSectionNames: readonly string[] | null = null;

  constructor(dataDir: string, owner: KnownOwner) {
    this.#dataDir = dataDir;
    this.#keys = new PersonKeys(owner);
  }

  get sectionNames(): readonly string[] {
    return exportedDatabases.flatMap((one) => sectionsOf(one).map(({ declared }) => declared.section));
  }

  get ownSectionNames(): readonly string[] {
    this.#ownSectionNames ??= exportedDatabases.flatMap((one) => {
      const connection = empty(one.name, one.migrations);
      const names = ownSectionsOf(one, connection).map(({ declared }) => declared.section);
      connection.close();
      return names;
    });
    return this.#ownSectionNames;
  }

  async counts(isCounted: (section: string) => boolean): Promise<CountedSections> {
    const { sections, unreadable, close } = pinned(this.#allOpened(), false);
    try {
      const counts = new Map<string, number>();
      for (const section of sections)
        if (isCounted(section.name)) counts.set(section.name, await section.count());
      return { counts, unreadable };
    } finally {
      close();
    }
  }

  async open(own?: ReadFor): Promise<OpenedDatabases> {
    const opened = this.#allOpened(own);
    const close = async () => {
      for (const one of opened) if ('connection' in one) one.connection.close();
    };
    return {
      close,
      pin: async () => {
        const databases = pinned(opened, own !== undefined);
        return { read: async () => databases, close: async () => databases.close() };
      },
    };
  }

  #allOpened(own?: ReadFor) {
    return exportedDatabases.map((database) => {
      const one = this.#opened(database);
      if (own && 'connection' in one) {
        const { person } = own;
        tellOwn(one.connection, database.hasPeople ? person : this.#keys.keyOf(person), own);
      }
      return { database, ...one };
    });
  }

  /** A damaged database fails alone. */
  #opened({ name, migrations }: ExportedDatabase): Opened {
    const file = join(this.#dataDir, name);
    try {
      if (!hasDatabase(file)) return { connection: empty(name, migrations) };
      refuseNewer(file, name, migrations);
      return { connection: openReader(file) };
    } catch (error) {
      return { says: whyUnread(name, error) };
    }
  }
}

type Opened = { readonly connection: Connection } | { readonly says: Says };

/** As an engine would make it. */
function empty(name: string, migrations: ExportedDatabase['migrations']): Connection {
  const connection = new Database(':memory:');
  migrate(connection, name, migrations);
  return connection;
}

const whyUnread = (name: string, error: unknown): Says => {
  const { code } = error as { readonly code?: unknown };
  const isNewer = (error as { readonly name?: unknown }).name === 'NewerSchema';
  if (isNewer) return say('export.newer_database', { name });
  return say('export.unread_database', { name, code: typeof code === 'string' ? code : null });
};

/** Only what somebody can have of their own. */
const ownSectionsOf = (database: ExportedDatabase, connection: Connection) =>
  sectionsOf(database).flatMap(({ table, declared }) => {
    const own = ownRows(connection, database, table);
    return own === null ? [] : [{ table, declared, own }];
  });

function pinned(
  opened: readonly (Opened & { readonly database: ExportedDatabase })[],
  isOwn: boolean,
): PinnedDatabases {
  const sections: SectionReader[] = [];
  const unreadable: UnreadableDatabase[] = [];
  const schemaVersions: Record<string, number> = {};
  const open: Connection[] = [];
  for (const { database, ...one } of opened) {
    const { name } = database;
    const all = sectionsOf(database);
    const lost = (says: Says) =>
      unreadable.push({ name, sections: all.map(({ declared }) => declared.section), says });
    if ('says' in one) {
      lost(one.says);
      continue;
    }
    const { connection } = one;
    open.push(connection);
    try {
      // A read transaction begins at its first read.
      connection.exec('BEGIN');
      schemaVersions[name] = connection.pragma('user_version', { simple: true }) as number;
      const readers = isOwn
        ? ownSectionsOf(database, connection).map(({ table, declared, own }) =>
            tableReader(connection, { ...shownTable(connection, table, declared, true), own }),
          )
        : all.map(({ table, declared }) => tableReader(connection, shownTable(connection, table, declared)));
      connection.prepare('SELECT count(*) FROM sqlite_schema').get();
      sections.push(...readers);
    } catch (error) {
      lost(whyUnread(name, error));
    }
  }
  return {
    sections,
    unreadable,
    schemaVersions,
    close: () => {
      for (const connection of open) if (connection.open) connection.close();
    },
  };
}
