import { sayFault } from '../../../../core/keeping/export/says.ts';
import { say as sayOfBackups } from '../../../../core/keeping/backups/says.ts';
import { createHash } from 'node:crypto';
import { chmod, mkdir, open, rename, rm, statfs, utimes } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Entry, ZipFile } from 'yauzl';
import { refuse as refuseBackup } from '../../../../core/keeping/backups/errors.ts';
import { refuse } from '../../../../core/keeping/export/errors.ts';
import type {
  ImportArchive,
  ImportFiles,
  KeptFile,
  ListedFile,
} from '../../../../core/keeping/export/import-port.ts';
import { exportLimits } from '../../../../core/keeping/export/limits.ts';
import { DOCUMENT_NAME, FILES_FOLDER } from '../../../../core/keeping/export/model.ts';
import { unusable } from '../../../../core/keeping/export/unusable.ts';
import { quote } from '../../../../core/kernel/quoted.ts';
import { isRefusal } from '../../../../core/kernel/refusal.ts';
import { refusedAsStorage } from '../disk-refusals.ts';
import { entryName } from '../entry-name.ts';
import { lazily } from '../lazily.ts';
import { syncAt } from '../open-folder.ts';

/** No staged file has this name. */
const ZIP = '.import.zip';
/** Besides the document and the files; an import does not read them. */
const BESIDE = ['README.md', 'export.schema.json'];

/** The zip of an import, and what is made of it. The folder belongs to the import alone. */
export const importFiles: ImportFiles = {
  receive: async (folder, body) => {
    const path = join(folder, ZIP);
    try {
      await written(path, body);
    } catch (error) {
      throw isRefusal(error) ? error : refusedAsStorage(error);
    }
    return await refusing(async () => await opened(path, folder));
  },
  write: async (folder, path, text) => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await written(file, [Buffer.from(text)]);
    await syncAt(dirname(file));
  },
  rename: async (folder, from, to) => {
    await rename(join(folder, from), join(folder, to));
    await syncAt(join(folder, dirname(to)));
  },
  settle: async (folder) => {
    await rm(join(folder, ZIP), { force: true });
    await syncAt(folder);
  },
};

const shown = (name: string) => quote(name, 300);

/** Faults of the disk have a code; yauzl and zlib say in words what is wrong with the zip. */
async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) throw error;
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code !== undefined && syscall !== undefined) throw refusedAsStorage(error);
    throw refuse.import_unusable({}, undefined, error);
  }
}

async function opened(path: string, folder: string): Promise<ImportArchive> {
  const zip = await lazily.yauzl.openPromise(path, {
    strictFileNames: true,
    validateEntrySizes: true,
    autoClose: false,
  });
  try {
    if (zip.entryCount > exportLimits.entries) throw unusable(sayFault('zip.entries'));
    const { entries, bytes } = await listedIn(zip);
    const document = entries.get(DOCUMENT_NAME);
    if (!document) throw unusable(sayFault('unusable.no_document', { name: DOCUMENT_NAME }));
    const { bavail, bsize } = await statfs(folder);
    // The databases are made of the document, and may be as large.
    const needBytes = bytes + 2 * document.uncompressedSize;
    if (bavail * bsize < needBytes)
      throw refuseBackup.backup_space(
        { needBytes, freeBytes: bavail * bsize },
        sayOfBackups('backups.zip_space'),
      );
    return {
      contentBytes: bytes,
      document: () => piecesOf(zip, document),
      unpack: async (listed, except) => {
        const taken = [...entries].filter(
          ([name]) => except === null || !isBelow(name, `${FILES_FOLDER}/${except}`),
        );
        return await refusing(async () => await unpacked(zip, new Map(taken), listed, folder));
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const isBelow = (name: string, folder: string): boolean => name === folder || name.startsWith(`${folder}/`);

/** Every entry by its name. @throws Refusal for one that does not belong there */
async function listedIn(
  zip: ZipFile,
): Promise<{ readonly entries: ReadonlyMap<string, Entry>; readonly bytes: number }> {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry;
    const isFolder = fileName.endsWith('/');
    confirmPlain(entry, isFolder ? 'folder' : 'file');
    const name = isFolder ? fileName.slice(0, -1) : fileName;
    if (entries.has(name)) throw unusable(sayFault('unusable.entry_twice', { name: shown(name) }));
    const isKnown = name === DOCUMENT_NAME || BESIDE.includes(name) || name.startsWith(`${FILES_FOLDER}/`);
    if (!isKnown || (isFolder && name === FILES_FOLDER))
      throw unusable(sayFault('unusable.entry', { name: shown(name) }));
    entries.set(name, entry);
    bytes += entry.uncompressedSize;
  }
  return { entries, bytes };
}

const TYPE = 0o170000;
const TYPES = { file: 0o100000, folder: 0o040000 };
const UNIX = 3;

/** @throws Refusal for a link, a device, an encrypted entry, and a compression that no export has */
function confirmPlain(entry: Entry, kind: 'file' | 'folder'): void {
  const type = (entry.externalFileAttributes >>> 16) & TYPE;
  const isOther = entry.versionMadeBy >>> 8 === UNIX && type !== 0 && type !== TYPES[kind];
  if (isOther) throw unusable(sayFault('zip.special'));
  if (entry.isEncrypted()) throw unusable(sayFault('zip.password'));
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw unusable(sayFault('zip.compression'));
}

async function* piecesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code !== undefined && syscall !== undefined) throw refusedAsStorage(error);
    throw refuse.import_unusable({}, undefined, error);
  }
}

async function unpacked(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  listed: readonly ListedFile[],
  folder: string,
): Promise<readonly KeptFile[]> {
  const left = new Set([...entries.keys()].filter((name) => name.startsWith(`${FILES_FOLDER}/`)));
  const kept: KeptFile[] = [];
  const folders = new Map<string, ListedFile | null>();
  // A folder's path begins with that of its parent, so in this order parents come first.
  for (const file of listed.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    const escaped = `${FILES_FOLDER}/${entryName(file.path)}`;
    // Earlier versions stored a `%5C` in a name as it is.
    const name = entries.has(escaped) ? escaped : `${FILES_FOLDER}/${file.path}`;
    const entry = entries.get(name);
    const place = { path: shown(file.path) };
    if (sep !== '/' && file.path.includes(sep)) throw unusable(sayFault('unusable.no_such_name', place));
    if (!entry || !left.delete(name)) throw unusable(sayFault('unusable.file_missing', place));
    if (entry.fileName.endsWith('/') !== (file.kind === 'folder'))
      throw unusable(sayFault('unusable.mixed', place));
    if (file.sizeBytes !== null && file.kind === 'file' && entry.uncompressedSize !== file.sizeBytes)
      throw unusable(sayFault('unusable.other_size', place));
    const path = join(folder, file.path);
    const above = dirname(file.path);
    if (above !== '.' && !folders.has(above)) {
      if (above.includes('/')) throw unusable(sayFault('unusable.folder_missing'));
      await mkdir(join(folder, above), { mode: 0o700 });
      folders.set(above, null);
    }
    if (file.kind === 'folder') {
      await mkdir(path, { mode: 0o700 });
      folders.set(file.path, file);
      continue;
    }
    kept.push({ path: file.path, ...(await written(path, piecesOf(zip, entry))) });
    if (file.mode !== null) await chmod(path, file.mode & 0o777);
    if (file.modifiedAt !== null) await utimes(path, file.modifiedAt / 1000, file.modifiedAt / 1000);
  }
  const [unnamed] = left;
  if (unnamed !== undefined) throw unusable(sayFault('unusable.unnamed', { path: shown(unnamed) }));
  for (const [path, file] of [...folders].toReversed()) {
    await syncAt(join(folder, path));
    if (file?.mode != null) await chmod(join(folder, path), file.mode & 0o777);
    if (file?.modifiedAt != null)
      await utimes(join(folder, path), file.modifiedAt / 1000, file.modifiedAt / 1000);
  }
  return kept;
}

/** In a new file, synced. */
async function written(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ readonly sha256: string; readonly sizeBytes: number }> {
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      sizeBytes += piece.length;
      for (let at = 0; at < piece.length;) at += (await file.write(piece, at)).bytesWritten;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}
