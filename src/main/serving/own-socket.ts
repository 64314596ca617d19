import { lstatSync } from 'node:fs';

/** Whether a record names a socket of this user: a task must not go to another user's process. */
export function isOwnSocket(path: string): boolean {
  if (process.platform === 'win32') return true;
  try {
    const found = lstatSync(path);
    return found.isSocket() && found.uid === process.getuid?.();
  } catch {
    return false;
  }
}
