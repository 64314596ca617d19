import Database from 'better-sqlite3';

/** Another process is using this data directory. */
export class DirectoryInUse extends Error {
  constructor() {
    super('another engine is using this data directory');
    this.name = 'DirectoryInUse';
  }
}

export interface InstanceLock {
  release(): void;
}

/**
 * Locks a data directory for this process, until `release` or its death, however it dies.
 *
 * The lock is an exclusive transaction on a file of its own that nothing else ever opens: POSIX locks end when any
 * descriptor of their file in the process is closed.
 * @throws DirectoryInUse
 */
export function lockDirectory(file: string): InstanceLock {
  const connection = new Database(file, { timeout: 0 });
  try {
    connection.pragma('journal_mode = DELETE');
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    throw (error as { code?: unknown }).code === 'SQLITE_BUSY' ? new DirectoryInUse() : error;
  }
  return { release: () => connection.close() };
}
