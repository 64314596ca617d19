import { refuse } from '../../../core/files/errors.ts';
import { isRefusal, Refusal } from '../../../core/kernel/refusal.ts';
import { refuseStorage } from '../../../core/kernel/storage-refusals.ts';
import { codeOf } from './disk.ts';

/** A full disk, a full quota and a lack of inodes become a refusal; other errors are returned unchanged. */
export function refusedByStorage(error: unknown): unknown {
  const code = codeOf(error);
  return code === 'ENOSPC' || code === 'EDQUOT' ? refuseStorage.disk_full() : error;
}

/** Refuses when the engine may not write one of its own files: the operator must fix that, and the log says why. */
export function refusedAsStorage(error: unknown): unknown {
  const known = refusedByStorage(error);
  if (isRefusal(known)) return known;
  const { code, kind, message } = refuseStorage.storage_error();
  return new Refusal(code, kind, message, {}, error);
}

/** The refusal for an error about a path in the workspace; other errors are returned unchanged. */
export function refusedByPath(error: unknown): unknown {
  switch (codeOf(error)) {
    case 'ENOTDIR':
    case 'EISDIR':
      return refuse.not_a_file();
    case 'ELOOP':
      return refuse.outside_workspace();
    case 'ENAMETOOLONG':
      return refuse.invalid_path();
    case 'EACCES':
    case 'EPERM':
      return refuse.not_permitted();
    default:
      return refusedByStorage(error);
  }
}
