import { isEmptied } from './damaged.ts';
import { JournalConflict } from '../../../core/ports/journal.ts';
import { refuseStorage } from '../../../core/kernel/storage-refusals.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';

/**
 * What SQLite says, in the words of the ports. By code, never by class: the native error class belongs to the
 * first realm that loaded it.
 */
export function classified(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return error;
  if (code.startsWith('SQLITE_CONSTRAINT'))
    return new JournalConflict('a change did not fit what is stored', error);
  if (code === 'SQLITE_FULL') return withCause(refuseStorage.disk_full(), error);
  if (isDamage(error)) return withCause(refuseStorage.store_corrupt(), error);
  return withCause(refuseStorage.storage_error(), error);
}

/** Of SQLite, also where it is the cause of what the ports say. */
export function codeOf(error: unknown): string | null {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  if (typeof code === 'string' && code.startsWith('SQLITE_')) return code;
  return cause === undefined ? null : codeOf(cause);
}

/**
 * What is stored is not what was written; trying again does not help. SQLite's full-text search has no code for it,
 * and every other error in general may be one of our own.
 */
export const isDamage = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB)/u.test(codeOf(error) ?? '') ||
  (error as { message?: string } | null)?.message?.startsWith('invalid fts5 file format') === true ||
  isEmptied(error);

/** An fsync has failed: what the connection takes for written may be gone. */
export const isLostConnection = (error: unknown): boolean => codeOf(error)?.endsWith('FSYNC') ?? false;

/** The same refusal, and what the log is to say of it. */
export const withCause = ({ code, kind, message, facts }: Refusal, cause: unknown): Refusal =>
  new Refusal(code, kind, message, facts, cause);
