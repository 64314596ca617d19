import { isEmptied } from './damaged.ts';
import { JournalConflict } from '../../../core/ports/journal.ts';
import { refuseStorage } from '../../../core/kernel/storage-refusals.ts';
import { ofPostgres } from '../sql/postgres-errors.ts';
import { withCause } from '../sql/with-cause.ts';

/**
 * Turns an error of the database into one of the ports. By code, never by class: the native error class belongs to the first
 * realm that loaded it.
 */
export function classified(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return ofPostgres(error);
  if (code.startsWith('SQLITE_CONSTRAINT'))
    return new JournalConflict('a change did not fit what is stored', error);
  if (code === 'SQLITE_FULL') return withCause(refuseStorage.disk_full(), error);
  if (isDamage(error)) return withCause(refuseStorage.store_corrupt(), error);
  return withCause(refuseStorage.storage_error(), error);
}

/** The code of SQLite, even if the error is the cause of another one. */
export function codeOf(error: unknown): string | null {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  if (typeof code === 'string' && code.startsWith('SQLITE_')) return code;
  return cause === undefined ? null : codeOf(cause);
}

/**
 * The stored data is not what was written; retrying does not help. SQLite's full-text search has no code for this, and
 * any of its generic errors may be our own mistake.
 */
export const isDamage = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB)/u.test(codeOf(error) ?? '') ||
  (error as { message?: string } | null)?.message?.startsWith('invalid fts5 file format') === true ||
  isEmptied(error);

/** An fsync failed: what the connection considers written may be lost. */
export const isLostConnection = (error: unknown): boolean => codeOf(error)?.endsWith('FSYNC') ?? false;
