import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { open as openFolder } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** How a write-ahead log gets to disk. */
export interface LogDisk {
  /** Syncs the data of an open log, and unless it is null, the names in its folder. @throws if either fails */
  sync(descriptor: number, folder: string | null): Promise<void>;
  /**
   * Reads the log and writes the same bytes back, so that the system writes all of it to disk, also what it took for
   * written when a sync failed. SQLite may have it open, but must not write meanwhile. May be repeated.
   * @throws an error with an SQLite code if it fails; the bytes are unchanged
   */
  rewrite(file: string): void;
}

const dataSync = promisify(fdatasync);

async function sync(descriptor: number, folder: string | null): Promise<void> {
  await dataSync(descriptor);
  if (folder === null) return;
  const handle = await openFolder(folder);
  try {
    await handle.sync();
  } catch (error) {
    if (!hasNoFolderSync(error)) throw error;
  } finally {
    await handle.close();
  }
}

const PIECE = 1 << 20;

function rewrite(file: string): void {
  try {
    within(file, 'r+', (log) => {
      const piece = Buffer.alloc(PIECE);
      for (let at = 0; ;) {
        const read = readSync(log, piece, 0, PIECE, at);
        if (read === 0) break;
        for (let done = 0; done < read;) done += writeSync(log, piece, done, read - done, at + done);
        at += read;
      }
      fdatasyncSync(log);
    });
    syncNames(dirname(file));
  } catch (error) {
    throw new Unsynced(error);
  }
}

/** Gives a synced file its name, on disk when this returns. @throws as `rewrite` */
export function publish(made: string, file: string): void {
  try {
    renameSync(made, file);
    syncNames(dirname(file));
  } catch (error) {
    throw new Unsynced(error);
  }
}

/** Where the file system has no sync of folders, their names are as safe as it makes them. */
function syncNames(folder: string): void {
  within(folder, 'r', (descriptor) => {
    try {
      fsyncSync(descriptor);
    } catch (error) {
      if (!hasNoFolderSync(error)) throw error;
    }
  });
}

export const logDisk: LogDisk = { sync, rewrite };

function within(path: string, flags: 'r' | 'r+', use: (descriptor: number) => void): void {
  const descriptor = openSync(path, flags);
  try {
    use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const codeOf = (error: unknown): string => (error as { readonly code?: string }).code ?? '';
/** As some network file systems. */
const hasNoFolderSync = (error: unknown): boolean => ['EINVAL', 'ENOTSUP'].includes(codeOf(error));

/** Never has the code of a failed fsync of SQLite: that would open another connection, which would not help. */
class Unsynced extends Error {
  readonly code: 'SQLITE_FULL' | 'SQLITE_IOERR';

  constructor(cause: unknown) {
    super(`Written data could not be synced to disk: ${(cause as Error).message}`, { cause });
    this.name = 'Unsynced';
    this.code = ['ENOSPC', 'EDQUOT'].includes(codeOf(cause)) ? 'SQLITE_FULL' : 'SQLITE_IOERR';
  }
}
