import { join } from 'node:path';
import { absent, type Disk } from '../disk.ts';

export interface Seen {
  /** Below the folder that the walk began in, parts separated by `/`. */
  readonly path: string;
  readonly is: 'file' | 'folder' | 'link' | 'other';
}

/**
 * Everything below a folder, without following links, read as it is taken: there may be any number of entries. What is
 * in a folder is only looked at if `enter` says so. A folder that cannot be read counts as one with nothing in it.
 */
export async function* walk(
  root: string,
  disk: Disk,
  enter: (seen: Seen) => boolean,
  below = '',
): AsyncGenerator<Seen> {
  const folder = await disk.opendir(join(root, below), { bufferSize: 256 }).catch((error: unknown) => {
    // A file in its place has nothing in it.
    if (below !== '' || (error as { readonly code?: unknown }).code === 'ENOTDIR') return undefined;
    return absent(error);
  });
  if (!folder) return;
  for await (const entry of folder) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    const is = entry.isSymbolicLink()
      ? 'link'
      : entry.isDirectory()
        ? 'folder'
        : entry.isFile()
          ? 'file'
          : 'other';
    const seen: Seen = { path, is };
    yield seen;
    if (is === 'folder' && enter(seen)) yield* walk(root, disk, enter, path);
  }
}
