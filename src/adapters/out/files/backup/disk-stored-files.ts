import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refuse } from '../../../../core/keeping/backups/errors.ts';
import { backupLimits } from '../../../../core/keeping/backups/limits.ts';
import type { BackupFolders } from '../../../../core/keeping/backups/port.ts';
import { driveLimits } from '../../../../core/keeping/backups/drive/limits.ts';
import type {
  DownloadedFile,
  StoredFiles,
  UploadSource,
} from '../../../../core/keeping/backups/drive/port.ts';
import { temporaryPrefix } from '../../../../core/workspace/files/path.ts';
import { isRefusal } from '../../../../core/kernel/refusal.ts';
import { sideBySide } from '../../../../core/kernel/side-by-side.ts';
import { refusedAsStorage } from '../disk-refusals.ts';
import { absent } from '../disk.ts';
import { syncAt } from '../open-folder.ts';
import { say } from '../../../../core/keeping/backups/says.ts';
import { quote } from '../../../../core/kernel/quoted.ts';

const HOME = `${temporaryPrefix}home-`;
const MANIFEST = 'manifest.json';
const READ_BYTES = 4 * 2 ** 20;

export interface DiskStoredFilesDeps {
  readonly folders: BackupFolders;
  /** Marks what this instance has not finished: several may keep their backups in one folder. */
  readonly mark: () => Promise<string>;
}

/** Files of the backups in the backup folder. One backup comes home at a time. */
export class DiskStoredFiles implements StoredFiles {
  readonly #deps: DiskStoredFilesDeps;

  constructor(deps: DiskStoredFilesDeps) {
    this.#deps = deps;
  }

  source(backupId: string, path: string, sizeBytes: number): UploadSource {
    const full = join(this.#deps.folders.pathOf({ backupId, failed: false }), path);
    const read = (at: number, length: number) => readPart(full, sizeBytes, at, length);
    const md5 = async (): Promise<string> => {
      const hash = createHash('md5');
      for (let at = 0; at < sizeBytes; at += READ_BYTES) hash.update(await read(at, READ_BYTES));
      return hash.digest('hex');
    };
    return { sizeBytes, read, md5 };
  }

  async receive(
    backupId: string,
    manifestText: string,
    files: readonly DownloadedFile[],
    content: (path: string, signal: AbortSignal) => AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<void> {
    const folder = this.#folder;
    const target = join(folder, `${HOME}${await this.#deps.mark()}`);
    try {
      await rm(target, { recursive: true, force: true });
      await confirmSpace(files, folder);
      await mkdir(target, { mode: 0o700 });
      // A folder's path begins with that of its parent, so in order of their paths parents come first.
      const folders = files.filter(({ isFolder }) => isFolder).map(({ path }) => join(target, path));
      for (const path of folders.toSorted()) await mkdir(path, { mode: 0o700 });
      // Each costs its way to the drive and a sync.
      await sideBySide(
        files.filter(({ isFolder }) => !isFolder),
        driveLimits.fetchedAtOnce,
        signal,
        (file, stop) => keep(join(target, file.path), content(file.path, stop), file),
      );
      const sizeBytes = Buffer.byteLength(manifestText);
      await keep(join(target, MANIFEST), [Buffer.from(manifestText)], { sizeBytes, md5: null });
      for (const path of [...folders, target]) await syncAt(path);
      await rename(target, join(folder, backupId));
      await syncAt(folder);
    } catch (error) {
      await rm(target, { recursive: true, force: true }).catch(() => undefined);
      if (isRefusal(error) || !isOfTheDisk(error)) throw error;
      const refused = refusedAsStorage(error);
      throw isRefusal(refused) && refused.code === 'disk_full'
        ? refused
        : refuse.backup_folder({}, undefined, error);
    }
  }

  /** Removes what an earlier process left. Call it at the start. */
  async sweep(): Promise<void> {
    const names = (await readdir(this.#folder).catch(absent)) ?? [];
    // Asking for the mark makes one, which a start without backups must not.
    if (!names.some((name) => name.startsWith(HOME))) return;
    await rm(join(this.#folder, `${HOME}${await this.#deps.mark()}`), { recursive: true, force: true });
  }

  get #folder(): string {
    return dirname(this.#deps.folders.pathOf({ backupId: 'any', failed: false }));
  }
}

const isOfTheDisk = (error: unknown): boolean => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined;
};

/** Never through a link, which another user of the folder may have put there. */
async function readPart(path: string, sizeBytes: number, at: number, length: number): Promise<Uint8Array> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      if ((await file.stat()).size !== sizeBytes) throw changed(path);
      const wanted = Math.min(length, sizeBytes - at);
      const bytes = Buffer.alloc(wanted);
      for (let read = 0; read < wanted;) {
        const { bytesRead } = await file.read(bytes, read, wanted - read, at + read);
        if (bytesRead === 0) throw changed(path);
        read += bytesRead;
      }
      return bytes;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw refuse.backup_unusable({}, say('backups.file_unreadable'), error);
  }
}

const changed = (path: string) =>
  refuse.backup_unusable({}, say('backups.file_changed', { name: quote(path.split('/').at(-1) ?? '') }));

async function confirmSpace(files: readonly { readonly sizeBytes: number }[], folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, backupLimits.spareBytes);
  const freeBytes = bavail * bsize;
  if (freeBytes < needBytes) throw refuse.backup_space({ needBytes, freeBytes });
}

async function keep(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { sizeBytes, md5 }: Pick<DownloadedFile, 'sizeBytes' | 'md5'>,
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let left = sizeBytes;
    const hash = createHash('md5');
    for await (const piece of pieces) {
      hash.update(piece);
      left -= piece.length;
      if (left < 0) throw otherSize();
      for (let at = 0; at < piece.length;) at += (await file.write(piece, at)).bytesWritten;
    }
    if (left !== 0) throw otherSize();
    if (md5 !== null && md5 !== hash.digest('hex')) throw otherBytes();
    await file.sync();
  } finally {
    await file.close();
  }
}

const otherBytes = () => refuse.backup_unusable({}, say('backups.other_bytes'));

const otherSize = () => refuse.backup_unusable({}, say('backups.other_size'));
