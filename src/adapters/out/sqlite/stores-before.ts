import { join } from 'node:path';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { namesOf } from '../../../core/instance/data-directory/inventory.ts';
import { erasureLimits } from '../../../core/keeping/erasure/limits.ts';
import type { ErasedStore } from '../../../core/keeping/erasure/model.ts';
import type { StoresBefore } from '../../../core/keeping/erasure/port.ts';
import { INDEX_FOLDERS, WORDS } from '../sql/erased-words.ts';
import { hasDatabase } from './backup/pinned-database.ts';
import { openReader, type Connection } from './open.ts';

/** How long the rows of a database are counted before other work of the process gets its turn, and how often that is asked. */
const TURN_MS = 5;
const ROWS_BETWEEN_LOOKS = 512;

/** Without those in which SQLite keeps its own. */
const TABLES =
  "SELECT name, wr AS isWithoutRowid FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

interface Table {
  readonly name: string;
  readonly isWithoutRowid: 0 | 1;
}

/** Reads the files of the databases, each with a connection of its own, while no engine has them open. */
export class SqliteStoresBefore implements StoresBefore {
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** The files go with the others of the data directory. */
  async erase(): Promise<void> {}

  async look(): ReturnType<StoresBefore['look']> {
    const stores: ErasedStore[] = [];
    const words = new Set<string>();
    let indexFolders: readonly string[] = [];
    for (const name of namesOf('database')) {
      const file = join(this.#dataDir, name);
      if (!hasDatabase(file)) continue;
      const connection = opened(file);
      try {
        const read = (sql: string, ...input: unknown[]) => (connection ? texts(connection, sql, input) : []);
        for (const sql of WORDS[name] ?? [])
          for (const word of read(sql, erasureLimits.wordsOfAKind))
            if (word.length >= erasureLimits.wordChars) words.add(word);
        if (name === 'history.db') indexFolders = read(INDEX_FOLDERS);
        stores.push({ name, rows: connection && (await rowsIn(connection).catch(() => null)) });
      } finally {
        connection?.close();
      }
    }
    return { stores, words: [...words], indexFolders };
  }
}

function opened(file: string): Connection | null {
  try {
    return openReader(file);
  } catch {
    return null;
  }
}

/** Of a database that is damaged, or of another version: nothing. */
function texts(connection: Connection, sql: string, input: readonly unknown[]): readonly string[] {
  try {
    return connection
      .prepare(sql)
      .pluck()
      .all(...input) as string[];
  } catch {
    return [];
  }
}

/**
 * The rows of all tables of ours, counted in turns: one `count(*)` of a large table would hold up everything else.
 * @throws Error if the database cannot be read
 */
async function rowsIn(connection: Connection): Promise<number> {
  let rows = 0;
  let since = performance.now();
  for (const table of connection.prepare(TABLES).all() as Table[])
    for (const counted of countedIn(connection, table)) {
      rows += counted;
      if (performance.now() - since < TURN_MS) continue;
      await othersTurn();
      since = performance.now();
    }
  return rows;
}

/** The rows of a table in portions. SQLite counts the rows of each by itself, where they have numbers to go on from. */
function* countedIn(connection: Connection, { name, isWithoutRowid }: Table): Generator<number> {
  const table = `"${name.replaceAll('"', '""')}"`;
  if (isWithoutRowid) {
    const all = connection.prepare(`SELECT 1 FROM ${table}`).pluck().iterate();
    let counted = 0;
    for (const _ of all) {
      counted += 1;
      if (counted < ROWS_BETWEEN_LOOKS) continue;
      yield counted;
      counted = 0;
    }
    return yield counted;
  }
  const portion = connection
    .prepare(
      `SELECT count(*), max(no) FROM (SELECT _rowid_ AS no FROM ${table} WHERE _rowid_ > ? ORDER BY _rowid_ LIMIT ${ROWS_BETWEEN_LOOKS})`,
    )
    .safeIntegers()
    .raw();
  for (let after: bigint | null = BEFORE_ALL; after !== null;) {
    const [counted, last] = portion.get(after) as [bigint, bigint | null];
    yield Number(counted);
    after = counted < ROWS_BETWEEN_LOOKS ? null : last;
  }
}

/** No engine gives a row the smallest number that there is. */
const BEFORE_ALL = -(2n ** 63n);
