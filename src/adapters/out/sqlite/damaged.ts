import Database from 'better-sqlite3';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { Connection } from './open.ts';

/** There was a store. SQLite would take what is left of it for a new one, and throw its log away. */
class Emptied extends Error {
  constructor(store: string) {
    super(
      `${store} is empty, but what lies beside it is not. Put a copy of it and its log in their place, ` +
        'or move both away to begin with nothing, and start the engine again.',
    );
    this.name = 'Emptied';
  }
}

export const isEmptied = (error: unknown): error is Emptied =>
  (error as { name?: unknown } | null)?.name === 'Emptied';

/**
 * Looks at a file before it is opened: a store is never made anew over what is left of an old one. A
 * file without a byte is what a first start leaves that was killed, unless it has a log, or `isBesideUsed` says that
 * there have been other starts.
 * @throws Emptied
 */
export function refuseEmptied(file: string, store: string, isBesideUsed: boolean): void {
  if (file === ':memory:') return;
  const size = sizeOf(file);
  const hasLog = (sizeOf(`${file}-wal`) ?? 0) > 0;
  if ((size ?? 0) === 0 && (hasLog || (size === 0 && isBesideUsed))) throw new Emptied(store);
}

/** Whether there is a store with something in it. */
export const isStore = (file: string): boolean => (sizeOf(file) ?? 0) > 0;

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;

/**
 * Closes a store that turned out not to be usable, and leaves its files as they are. The last connection to close
 * folds the log into the file, which would mix it with what is damaged there; one that may only read does not.
 */
export function closeUntouched(connection: Connection): void {
  let reader: Connection | undefined;
  try {
    reader = new Database(connection.name, { readonly: true, fileMustExist: true });
    reader.pragma('user_version');
  } catch {
    // Too damaged to be read: then there is nothing to fold in either.
  }
  connection.close();
  reader?.close();
}

const PIECE = 1 << 20;

/**
 * Whether the disk gives back every byte of a store. SQLite says "malformed" of a read that failed as well (vdbe.c turns
 * SQLITE_IOERR_CORRUPTFS into SQLITE_CORRUPT), and only one of the two is still there when the disk is well again.
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
