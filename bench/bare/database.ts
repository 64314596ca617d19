import { join } from 'node:path';
import Database from 'better-sqlite3';

/** A database as the engine opens it: a commit is on disk when it returns. */
export function openBare(dataDir: string, name: string): Database.Database {
  const database = new Database(join(dataDir, name));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  return database;
}
