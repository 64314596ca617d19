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
  return withCause(refuseStorage.storage_error(), error);
}

const withCause = ({ code, kind, message, facts }: Refusal, cause: unknown): Refusal =>
  new Refusal(code, kind, message, facts, cause);
