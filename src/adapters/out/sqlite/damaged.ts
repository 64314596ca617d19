import Database from 'better-sqlite3';
import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** The store is empty but must have had content. SQLite would start a new one, and delete its log. */
class Emptied extends Error {
  constructor(store: string) {
    super(
      `${store} is empty, but the files beside it are not. Restore it and its log from a backup, ` +
        'or move both away to begin with an empty store, and start the engine again.',
    );
    this.name = 'Emptied';
  }
}

export const isEmptied = (error: unknown): error is Emptied =>
  (error as { name?: unknown } | null)?.name === 'Emptied';

/**
 * Checks a file before it is opened: what is left of an old store must not become a new one. A first start of an older
 * version that was killed left an empty file, so that is allowed, unless there is a log or `isBesideUsed` shows earlier
 * starts.
 * @throws Emptied
 */
export function refuseEmptied(file: string, store: string, isBesideUsed: boolean): void {
  if (file === ':memory:') return;
  const size = sizeOf(file);
  const hasLog = (sizeOf(`${file}-wal`) ?? 0) > 0;
  if ((size ?? 0) === 0 && (hasLog || (size === 0 && isBesideUsed))) throw new Emptied(store);
}

/** Whether the file exists and is not empty. */
export const isStore = (file: string): boolean => (sizeOf(file) ?? 0) > 0;

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;

/**
 * Closes a store that cannot be used, and leaves its files unchanged. The last connection to close checkpoints the log,
 * which would mix it with the damage; a read-only one does not, so one is kept open until last.
 */
export function closeUntouched(connection: Database.Database): void {
  let reader: Database.Database | undefined;
  try {
    reader = new Database(connection.name, { readonly: true, fileMustExist: true });
    reader.pragma('user_version');
  } catch {
    // Too damaged to be read: then there is nothing to checkpoint either.
  }
  connection.close();
  reader?.close();
}

const PIECE = 1 << 20;

/**
 * Whether the disk returns every byte of a store. SQLite also reports a failed read as "malformed" (vdbe.c turns
 * SQLITE_IOERR_CORRUPTFS into SQLITE_CORRUPT), and only real damage remains once the disk works.
 */
export const isReadable = (file: string): boolean =>
  [file, `${file}-wal`].every((part) => {
    if (sizeOf(part) === undefined) return true;
    const piece = Buffer.alloc(PIECE);
    const handle = openSync(part, 'r');
    try {
      for (let at = 0, count = -1; count !== 0; at += count) count = readSync(handle, piece, 0, PIECE, at);
      return true;
    } catch {
      return false;
    } finally {
      closeSync(handle);
    }
  });
