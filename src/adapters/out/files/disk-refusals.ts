import { refuse } from '../../../core/workspace/files/errors.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { refuseStorage } from '../../../core/kernel/storage-refusals.ts';
import { codeOf } from './disk.ts';
import { say } from '../../../core/kernel/storage-says.ts';

/**
 * A full disk, a full quota and a lack of inodes become a refusal, and so do a disk that fails (a sync of a folder, too) and
 * a limit on the size of files; other errors are returned unchanged.
 */
export function refusedByStorage(error: unknown): unknown {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return refuseStorage.disk_full({}, undefined, error);
    case 'EIO':
      return refuseStorage.storage_error({}, undefined, error);
    case 'EFBIG':
      return refuseStorage.storage_error({}, say('storage.file_limit'), error);
    default:
      return error;
  }
}

/** Refuses when the engine may not write one of its own files: the operator must fix that, and the log says why. */
export function refusedAsStorage(error: unknown): unknown {
  const known = refusedByStorage(error);
  if (isRefusal(known)) return known;
  return refuseStorage.storage_error({}, undefined, error);
}

/** The refusal for an error about the workspace itself; other errors are returned unchanged. */
export function refusedByRoot(error: unknown): unknown {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return refuse.not_permitted();
    default:
      return refusedByStorage(error);
  }
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
    default:
      return refusedByRoot(error);
  }
}
