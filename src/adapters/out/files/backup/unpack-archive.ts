import { mkdir, open, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Entry, ZipFile } from 'yauzl';
import { refuse } from '../../../../core/keeping/backups/errors.ts';
import { backupLimits } from '../../../../core/keeping/backups/limits.ts';
import type { Manifest, ManifestFile } from '../../../../core/keeping/backups/model.ts';
import { quote } from '../../../../core/kernel/quoted.ts';
import type { Says } from '../../../../core/kernel/says.ts';
import { isRefusal } from '../../../../core/kernel/refusal.ts';
import { entryName } from '../entry-name.ts';
import { lazily } from '../lazily.ts';
import { syncAt } from '../open-folder.ts';
import { say, sayFault } from '../../../../core/keeping/backups/says.ts';
import { sayFault as sayOfZip } from '../../../../core/keeping/export/says.ts';

const MANIFEST = 'manifest.json';
const SHOWN_CHARS = 300;

/**
 * Unpacks the zip of a backup into a new folder: exactly the entries that its manifest names, each with exactly the size
 * that it gives. The zip may be hostile: nothing is created outside the folder, and the manifest, which `accept` has
 * checked, bounds names, number and sizes. Everything is durable when this resolves.
 * @throws Refusal archive_unusable, backup_space, and what `accept` throws
 */
export async function unpack(
  path: string,
  target: string,
  accept: (manifest: string) => Promise<Manifest>,
): Promise<Manifest> {
  try {
    const { size } = await stat(path);
    const text = await eachEntry(path, manifestIn);
    if (text === undefined) throw unusable(sayFault('archive.no_manifest'));
    const manifest = await accept(text);
    await confirmSizes(manifest, size, dirname(target));
    await makeFolders(manifest, target);
    await eachEntry(path, unpacking(manifest, target));
    await write(join(target, MANIFEST), [Buffer.from(text)], Buffer.byteLength(text));
    await syncFolders(manifest, target);
    return manifest;
  } catch (error) {
    // Faults of the disk have a code; yauzl and zlib say in words what is wrong with the zip.
    if (isRefusal(error) || isOfTheDisk(error)) throw error;
    throw refuse.archive_unusable({}, undefined, error);
  }
}

const isOfTheDisk = (error: unknown): boolean => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined;
};

const unusable = (why: Says) => refuse.archive_unusable({}, say('backups.no_archive', { why }));

type Visit<Result> = (zip: ZipFile, entries: AsyncIterable<Entry>) => Promise<Result>;

async function eachEntry<Result>(path: string, visit: Visit<Result>): Promise<Result> {
  const zip = await lazily.yauzl.openPromise(path, {
    strictFileNames: true,
    validateEntrySizes: true,
    autoClose: false,
  });
  try {
    // The manifest, and each folder and file of a backup.
    if (zip.entryCount > backupLimits.entries + 1) throw unusable(sayOfZip('zip.entries'));
    return await visit(zip, zip.eachEntry());
  } finally {
    zip.close();
  }
}

const manifestIn: Visit<string | undefined> = async (zip, entries) => {
  for await (const entry of entries) {
    if (entry.fileName !== MANIFEST) continue;
    if (entry.uncompressedSize > backupLimits.manifestBytes)
      throw unusable(sayFault('archive.manifest_large'));
    confirmPlain(entry, 'file');
    const pieces: Uint8Array[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Uint8Array);
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  }
  return undefined;
};

const unpacking =
  ({ files }: Manifest, target: string): Visit<void> =>
  async (zip, entries) => {
    const left = new Map<string, ManifestFile>(files.map((file) => [entryName(file.path), file]));
    let hasManifest = false;
    for await (const entry of entries) {
      if (entry.fileName === MANIFEST) {
        if (hasManifest) throw unusable(sayFault('archive.two_manifests'));
        hasManifest = true;
        continue;
      }
      const isFolder = entry.fileName.endsWith('/');
      const stored = isFolder ? entry.fileName.slice(0, -1) : entry.fileName;
      // Earlier versions stored a `%5C` in a name as it is.
      const name = left.has(stored) ? stored : entryName(stored);
      const file = left.get(name);
      if (!file) throw unusable(sayFault('archive.entry', { name: quote(stored, SHOWN_CHARS) }));
      left.delete(name);
      if (isFolder !== (file.kind === 'folder')) throw unusable(sayOfZip('zip.mixed'));
      confirmPlain(entry, isFolder ? 'folder' : 'file');
      if (entry.uncompressedSize !== file.sizeBytes) throw unusable(sayFault('archive.other_size'));
      if (!isFolder)
        await write(join(target, file.path), await zip.openReadStreamPromise(entry), file.sizeBytes);
    }
    const missing = [...left.values()].some(({ kind }) => kind !== 'folder');
    if (missing) throw unusable(sayFault('archive.file_missing'));
  };

const TYPE = 0o170000;
const TYPES = { file: 0o100000, folder: 0o040000 };
const UNIX = 3;

/** @throws Refusal for a link, a device, an encrypted entry, and a compression that no backup has */
function confirmPlain(entry: Entry, kind: 'file' | 'folder'): void {
  const type = (entry.externalFileAttributes >>> 16) & TYPE;
  const isOther = entry.versionMadeBy >>> 8 === UNIX && type !== 0 && type !== TYPES[kind];
  if (isOther) throw unusable(sayOfZip('zip.special'));
  if (entry.isEncrypted()) throw unusable(sayOfZip('zip.password'));
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw unusable(sayOfZip('zip.compression'));
}

/** A zip whose content is far larger than itself was made to fill the disk. */
async function confirmSizes({ files }: Manifest, zipBytes: number, folder: string): Promise<void> {
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > zipBytes * backupLimits.archiveRatio + backupLimits.spareBytes)
    throw unusable(sayFault('archive.bomb'));
  const { bavail, bsize } = await statfs(folder);
  const needBytes = total + backupLimits.spareBytes;
  const freeBytes = bavail * bsize;
  if (freeBytes < needBytes) throw refuse.backup_space({ needBytes, freeBytes });
}

/** A folder's path begins with that of its parent, so in order of their paths parents come first. */
async function makeFolders({ files }: Manifest, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 });
  const folders = files.filter(({ kind }) => kind === 'folder').map(({ path }) => path);
  for (const path of folders.toSorted()) await mkdir(join(target, path), { mode: 0o700 });
}

async function write(
  path: string,
  pieces: AsyncIterable<unknown> | Iterable<unknown>,
  bytes: number,
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let left = bytes;
    for await (const piece of pieces as AsyncIterable<Uint8Array>) {
      left -= piece.length;
      if (left < 0) throw unusable(sayFault('archive.larger'));
      for (let at = 0; at < piece.length;) at += (await file.write(piece, at)).bytesWritten;
    }
    if (left !== 0) throw unusable(sayFault('archive.smaller'));
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolders({ files }: Manifest, target: string): Promise<void> {
  const folders = files.filter(({ kind }) => kind === 'folder').map(({ path }) => join(target, path));
  for (const path of [...folders, target]) await syncAt(path);
}
