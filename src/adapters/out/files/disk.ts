import * as promises from 'node:fs/promises';

/** The file system calls of this folder: a parameter, so that a test can make any of them fail. */
export type Disk = Pick<
  typeof promises,
  | 'access'
  | 'chmod'
  | 'lstat'
  | 'mkdir'
  | 'mkdtemp'
  | 'open'
  | 'opendir'
  | 'readdir'
  | 'realpath'
  | 'rename'
  | 'rmdir'
  | 'stat'
  | 'unlink'
>;

export const systemDisk: Disk = promises;

export function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** For `catch`, if a missing file is a normal answer. */
export function absent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}
