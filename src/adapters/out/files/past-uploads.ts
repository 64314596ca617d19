import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { pastFolder } from '../../../core/instance/data-directory/inventory.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { refuse } from '../../../core/keeping/past/errors.ts';
import { pastLimits } from '../../../core/keeping/past/limits.ts';
import { DamagedPart, type PastDocument, type PastFiles } from '../../../core/keeping/past/port.ts';
import { refusedAsStorage } from './disk-refusals.ts';
import { lazily } from './lazily.ts';

/** Uploads of conversations from elsewhere, in a folder of the data directory. Names in a zip are never looked at. */
export class PastUploads implements PastFiles {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, pastFolder);
  }

  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async keep(importId: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const file = await open(this.#path(importId), 'wx', 0o600);
      try {
        for await (const piece of body)
          for (let at = 0; at < piece.length;) at += (await file.write(piece, at)).bytesWritten;
      } finally {
        await file.close();
      }
    } catch (error) {
      await this.drop(importId).catch(() => undefined);
      throw isRefusal(error) ? error : refusedAsStorage(error);
    }
  }

  async *documents(importId: string): AsyncGenerator<PastDocument> {
    const path = this.#path(importId);
    if (await isZip(path)) return yield* unpackedFrom(path);
    const document = await asJson(createReadStream(path));
    if (document) yield document;
  }

  async drop(importId: string): Promise<void> {
    await rm(this.#path(importId), { force: true });
  }

  #path(importId: string): string {
    return join(this.#folder, importId);
  }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ZIP.length), 0, ZIP.length, 0);
    return buffer.subarray(0, bytesRead).equals(ZIP);
  } finally {
    await file.close();
  }
}

/** How a zip begins that has something in it. */
const ZIP = Buffer.from('PK\u0003\u0004');

async function* unpackedFrom(path: string): AsyncGenerator<PastDocument> {
  const { size } = await stat(path);
  const most = Math.max(pastLimits.leastUnpackedBytes, size * pastLimits.timesUnpacked);
  const read = { bytes: 0 };
  const zip = await damaged(() =>
    lazily.yauzl.openPromise(path, { decodeStrings: false, validateEntrySizes: true, autoClose: false }),
  );
  try {
    if (zip.entryCount > pastLimits.entries) throw refuse.import_too_large();
    const entries = zip.eachEntry()[Symbol.asyncIterator]();
    for (;;) {
      const next = await damaged(async () => await entries.next());
      if (next.done === true) return;
      const document = await documentIn(zip, next.value, read, most);
      if (document) yield document;
    }
  } finally {
    zip.close();
  }
}

async function documentIn(
  zip: ZipFile,
  entry: Entry,
  read: { bytes: number },
  most: number,
): Promise<PastDocument | null> {
  const isPlain = entry.compressionMethod === 0 || entry.compressionMethod === 8;
  if (!isPlain || entry.isEncrypted() || entry.uncompressedSize === 0) return null;
  try {
    const document = await asJson(await zip.openReadStreamPromise(entry));
    return document && counted(document, read, most);
  } catch (error) {
    // Whatever it is, its beginning cannot be read: it is none of those that are.
    if (isOfDisk(error)) throw refusedAsStorage(error);
    return null;
  }
}

async function* counted(
  document: PastDocument,
  read: { bytes: number },
  most: number,
): AsyncGenerator<Uint8Array> {
  const pieces = document[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await damaged(async () => await pieces.next());
      if (next.done === true) return;
      read.bytes += next.value.length;
      if (read.bytes > most) throw refuse.import_too_large();
      yield next.value;
    }
  } finally {
    await pieces.return?.();
  }
}

/** The stream, if it begins as a list or an object of JSON does; else it is closed. */
async function asJson(stream: Readable): Promise<PastDocument | null> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await pieces.next();
  if (first.done === true || !BEGINNING.test(first.value.subarray(0, SEEN_BYTES).toString('utf8'))) {
    stream.destroy();
    return null;
  }
  return (async function* whole() {
    try {
      yield first.value;
      for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
    } finally {
      stream.destroy();
    }
  })();
}

const BEGINNING = /^\ufeff?\s*[[{]/u;
const SEEN_BYTES = 1_024;

/** @throws DamagedPart for what is wrong with the zip; what is wrong with the disk has the name of a call */
async function damaged<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw isOfDisk(error) ? refusedAsStorage(error) : new DamagedPart(error);
  }
}

const isOfDisk = (error: unknown): boolean => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined;
};
