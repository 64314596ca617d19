import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { PackedBackup } from '../../../../core/keeping/backups/archive-port.ts';
import type { Manifest } from '../../../../core/keeping/backups/model.ts';
import { entryName } from '../entry-name.ts';
import { lazily } from '../lazily.ts';

const MANIFEST = 'manifest.json';
const FILE = 0o100600;
const FOLDER = 0o40700;

/** The backup in `source` as a zip. Encrypted files do not compress, so they are stored; others are compressed. */
export function packed(source: string, { files, encrypted, createdAt }: Manifest): PackedBackup {
  return { sizeBytes: null, body: pieces(source, files, encrypted, new Date(createdAt)) };
}

async function* pieces(
  source: string,
  files: Manifest['files'],
  encrypted: boolean,
  mtime: Date,
): AsyncGenerator<Uint8Array> {
  const zip = new lazily.yazl.ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  let reading: Readable | null = null;
  const hand = async (path: string, next: (error: null, stream: Readable) => void) => {
    try {
      reading = await readerOf(join(source, path));
      // The reader of the zip may have left meanwhile.
      if (output.destroyed) reading.destroy();
      next(null, reading);
    } catch (error) {
      output.destroy(error as Error);
    }
  };
  const add = (path: string, size: number | null, compress: boolean) => {
    const options = { mtime, mode: FILE, compress, ...(size === null ? {} : { size }) };
    zip.addReadStreamLazy(entryName(path), options, (next) => void hand(path, next));
  };
  add(MANIFEST, null, true);
  for (const { path, kind, sizeBytes } of files)
    if (kind === 'folder') zip.addEmptyDirectory(entryName(path), { mtime, mode: FOLDER });
    else add(path, sizeBytes, !encrypted);
  zip.end();
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    // The reader may leave in the middle of a file.
    output.destroy();
    (reading as Readable | null)?.destroy();
  }
}

/** A file that became a link or a FIFO is not followed and not waited for. */
async function readerOf(path: string): Promise<Readable> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  return file.createReadStream();
}
