import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { openReader } from '../open.ts';
import { rowCounts } from './row-counts.ts';

/** Pages that are copied before other work of the process gets its turn. */
const PAGES_AT_ONCE = 2_000;

/** A database whose content of one moment is held for a copy, while others go on writing. */
export interface PinnedDatabase {
  readonly sizeBytes: number;
  /**
   * Writes that content to a new file that needs no log beside it, synced.
   * @returns what a check of the copy must find
   */
  copyTo(file: string, onBytes: (done: number) => void): Promise<Facts>;
  close(): void;
}

export interface Facts {
  readonly schemaVersion: number;
  readonly rows: Readonly<Record<string, number>>;
}

/** Opens a database that another process writes. Nothing is pinned yet. */
export function openForBackup(file: string): { pin(): PinnedDatabase; close(): void } {
  const connection = openReader(file);
  const close = () => void connection.close();
  return {
    close,
    /** A read transaction begins at its first read. Without it, each write of others would restart the copy. */
    pin: () => {
      connection.exec('BEGIN');
      connection.prepare('SELECT count(*) FROM sqlite_schema').get();
      const pages = connection.pragma('page_count', { simple: true }) as number;
      const pageBytes = connection.pragma('page_size', { simple: true }) as number;
      return {
        sizeBytes: pages * pageBytes,
        copyTo: async (target, onBytes) => {
          await connection.backup(target, {
            progress: ({ totalPages, remainingPages }) => {
              onBytes((totalPages - remainingPages) * pageBytes);
              return PAGES_AT_ONCE;
            },
          });
          const copy = new Database(target);
          try {
            // One file: a copy in WAL mode would need its log.
            copy.pragma('journal_mode = DELETE');
            return {
              schemaVersion: connection.pragma('user_version', { simple: true }) as number,
              rows: rowCounts(connection),
            };
          } finally {
            copy.close();
          }
        },
        close,
      };
    },
  };
}

/** A log alone counts as well: the database has content. */
export const hasDatabase = (file: string): boolean =>
  [file, `${file}-wal`].some((part) => (statSync(part, { throwIfNoEntry: false })?.size ?? 0) > 0);
