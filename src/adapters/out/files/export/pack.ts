import { Readable } from 'node:stream';
import type { PackArchive } from '../../../../core/keeping/export/port.ts';
import { entryName } from '../entry-name.ts';
import { lazily } from '../lazily.ts';

const FILE = 0o100000;
const FOLDER = 0o040000;

/** Entries are read one after another, as the reader of the zip takes them. */
export const packArchive: PackArchive = (entries) => pieces(entries);

async function* pieces(entries: Parameters<PackArchive>[0]): AsyncGenerator<Uint8Array> {
  const zip = new lazily.yazl.ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  let reading: Readable | null = null;
  for (const { path, kind, mode, modifiedAt, content } of entries) {
    const mtime = new Date(modifiedAt);
    const name = entryName(path);
    if (kind === 'folder') zip.addEmptyDirectory(name, { mtime, mode: FOLDER | (mode ?? 0o700) });
    else
      zip.addReadStreamLazy(name, { mtime, mode: FILE | (mode ?? 0o600), compress: true }, (next) => {
        reading = Readable.from(content(), { objectMode: false });
        reading.on('error', (error) => output.destroy(error));
        // The reader of the zip may have left meanwhile.
        if (output.destroyed) reading.destroy();
        next(null, reading);
      });
  }
  zip.end();
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    output.destroy();
    (reading as Readable | null)?.destroy();
  }
}
