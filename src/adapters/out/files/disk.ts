import * as promises from 'node:fs/promises';

/** The calls to the file system that this folder makes: a parameter, so that a test can let any of them fail. */
export type Disk = Pick<
  typeof promises,
  | 'access'
  | 'chmod'
  | 'lstat'
  | 'mkdir'
  | 'open'
  | 'opendir'
  | 'readdir'
  | 'realpath'
  | 'rename'
  | 'stat'
  | 'unlink'
>;

export const systemDisk: Disk = promises;

export function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** To catch with, where it is an answer that nothing is there. */
export function absent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}
