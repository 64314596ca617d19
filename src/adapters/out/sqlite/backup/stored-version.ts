import { openReader } from '../open.ts';
import { hasDatabase } from './pinned-database.ts';

/** The version of a database's schema, without changing its files; null if it does not exist or cannot be read. */
export function storedVersion(file: string): number | null {
  if (!hasDatabase(file)) return null;
  try {
    const connection = openReader(file);
    try {
      return connection.pragma('user_version', { simple: true }) as number;
    } finally {
      connection.close();
    }
  } catch {
    return null;
  }
}
