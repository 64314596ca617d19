import Database from 'better-sqlite3';
import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { temporaryPrefix } from '../../../core/workspace/files/path.ts';
import { isStore } from './damaged.ts';
import { publish } from './log-disk.ts';

/**
 * Makes the file of a new database, which is there as a whole or not at all: SQLite itself makes an empty file first, and
 * a kill right then would leave what looks like a database that was emptied. Does nothing for one that has content.
 * @throws errors of SQLite, and those of `publish`
 */
export function makeFile(file: string): void {
  if (file === ':memory:' || isStore(file)) return;
  const made = join(dirname(file), temporaryPrefix + basename(file));
  removeAll(made);
  try {
    const connection = new Database(made);
    try {
      connection.pragma('journal_mode = WAL');
      // Where there is no write-ahead log, this writes the first page.
      connection.pragma('user_version = 0');
    } finally {
      connection.close();
    }
    publish(made, file);
  } finally {
    removeAll(made);
  }
}

function removeAll(file: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
}
