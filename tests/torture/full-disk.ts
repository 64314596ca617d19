import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Fills a disk but for so many bytes. @returns what frees the space */
export function fillSpace(disk: string, left = 0): () => void {
  const file = join(disk, 'ballast');
  const handle = openSync(file, 'a');
  for (const size of [1 << 20, 4096, 1]) {
    const bytes = Buffer.alloc(size, 1);
    try {
      for (;;) writeSync(handle, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  ftruncateSync(handle, Math.max(0, fstatSync(handle).size - left));
  closeSync(handle);
  return () => rmSync(file, { force: true });
}
