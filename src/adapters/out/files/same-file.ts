import { statSync } from 'node:fs';

/** @returns says whether the file that this path leads to now is still there, under this path */
export function sameFileAt(path: string): () => boolean {
  const first = idAt(path);
  return () => idAt(path) === first;
}

/** Null if there is no file, or it cannot be looked at. */
function idAt(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}
