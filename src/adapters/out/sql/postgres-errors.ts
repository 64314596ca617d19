import { JournalConflict } from '../../../core/ports/journal.ts';
import { refuseStorage } from '../../../core/kernel/storage-refusals.ts';
import { withCause } from './with-cause.ts';

const codeOf = (error: unknown): string => {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** Of the server: five letters and digits, of which the first two are its class. */
const isSqlstate = (code: string): boolean => /^[0-9A-Z]{5}$/u.test(code) && /\d/u.test(code);

/** The server, or the way to it, is gone: what was sent last may have been carried out. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (isSqlstate(code)) return code.startsWith('08') || /^57P0[1-5]$/u.test(code) || code === '53300';
  const { syscall, message } = (error ?? {}) as { readonly syscall?: unknown; readonly message?: unknown };
  if (code !== '') return LOST.has(code) || (code === 'ENOENT' && syscall === 'connect');
  return typeof message === 'string' && UNSAID.test(message);
}

const LOST = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** The driver gives these no code. */
const UNSAID = /^(Connection terminated|Client has encountered|timeout exceeded when trying to connect)/u;

/** When to try again. */
const RETRY_MS = 1_000;

/** Another transaction was in the way: the same one would get through. */
export const isInTheWay = (error: unknown): boolean => /^(40001|40P01|55P03)$/u.test(codeOf(error));

/** A table, a column or the schema is not there, as where another version made them. It may be the cause of an error of the ports. */
export const isNotThere = (error: unknown): boolean =>
  /^(?:42P01|42703|3F000)$/u.test(codeOf((error as Error).cause ?? error));

/** Turns an error of PostgreSQL, or of the way to it, into one of the ports. By code, never by class. */
export function ofPostgres(error: unknown): unknown {
  const code = codeOf(error);
  if (isConnectionLost(error))
    return withCause(refuseStorage.storage_unavailable({ retryAfterMs: RETRY_MS }), error);
  if (isInTheWay(error)) return withCause(refuseStorage.storage_error(), error);
  if (!isSqlstate(code)) return error;
  // 22: a value that its column does not take.
  if (code.startsWith('23') || code.startsWith('22'))
    return new JournalConflict('a change did not fit what is stored', error);
  if (code === '53100') return withCause(refuseStorage.disk_full(), error);
  if (code.startsWith('XX001') || code.startsWith('XX002'))
    return withCause(refuseStorage.store_corrupt(), error);
  return withCause(refuseStorage.storage_error(), error);
}
