import { constants } from 'node:fs';
import { lstat, mkdir, open, rm, statfs, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { incomingFolder } from '../../../../core/instance/data-directory/inventory.ts';
import { refuse } from '../../../../core/keeping/migration/errors.ts';
import type { Slice } from '../../../../core/keeping/migration/layout.ts';
import { migrationLimits } from '../../../../core/keeping/migration/limits.ts';
import type { IncomingFiles, IncomingManifest } from '../../../../core/keeping/migration/port.ts';
import { isRefusal } from '../../../../core/kernel/refusal.ts';
import { atomicWrite } from '../atomic-write.ts';
import { refusedAsStorage } from '../disk-refusals.ts';
import { absent, systemDisk } from '../disk.ts';
import { makeFolder, syncAt } from '../open-folder.ts';
import { textAt } from './text-at.ts';

const FILES = 'files';
const MANIFEST = 'manifest.json';
const PROGRESS = 'progress.json';

const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;

interface Progress {
  readonly hash: string;
  readonly chunks: number;
}

/**
 * What has arrived of a migration, in a folder of the data directory. It is plain there, as the data directory is. No
 * backup has it, so it does not pass the gate.
 */
export class DiskIncoming implements IncomingFiles {
  readonly #folder: string;
  readonly #dataDir: string;
  #hash = '';
  /** The file that was written last: chunks come in order. */
  #open: { readonly path: string; readonly file: FileHandle } | null = null;
  /** Files with bytes that are not synced. */
  #unsynced = new Set<string>();
  /** Folders with names that are not synced. */
  #folders = new Set<string>();

  constructor({ dataDir }: { readonly dataDir: string }) {
    this.#dataDir = dataDir;
    this.#folder = join(dataDir, incomingFolder);
  }

  /** Of the files, for the process that checks them. */
  get filesPath(): string {
    return join(this.#folder, FILES);
  }

  async begin(manifest: IncomingManifest): Promise<number> {
    const { hash, text, totalBytes, slicesOf } = manifest;
    await this.close();
    try {
      const progress = await this.#progress();
      const isSame = progress?.hash === hash && (await this.manifest()) === text;
      const chunks = isSame ? progress.chunks : 0;
      const here = Math.min(totalBytes, chunks * migrationLimits.chunkBytes);
      await this.#confirmSpace(2 * totalBytes - here);
      this.#hash = hash;
      if (isSame) {
        await this.#cutBehind(manifest, slicesOf(chunks));
        return chunks;
      }
      await this.clear();
      await this.#prepare(manifest);
      return 0;
    } catch (error) {
      throw isRefusal(error) ? error : refusedAsStorage(error);
    }
  }

  async write(slices: readonly Slice[], chunk: Uint8Array): Promise<void> {
    try {
      for (const { path, offset, length, at } of slices) {
        const file = await this.#fileAt(path);
        for (let done = 0; done < length;) {
          const { bytesWritten } = await file.write(chunk, at + done, length - done, offset + done);
          done += bytesWritten;
        }
      }
    } catch (error) {
      throw refusedAsStorage(error);
    }
  }

  async sync(chunks: number): Promise<void> {
    const [files, folders] = [[...this.#unsynced], [...this.#folders]];
    this.#unsynced.clear();
    this.#folders.clear();
    try {
      // Several at once share the syncs of the disk, which take most of the time of small files.
      const left = files.values();
      const take = async () => {
        for (const path of left) await syncFile(join(this.filesPath, path));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, take));
      for (const folder of folders) await syncAt(folder);
      await this.#note({ hash: this.#hash, chunks });
    } catch (error) {
      for (const path of files) this.#unsynced.add(path);
      for (const folder of folders) this.#folders.add(folder);
      throw refusedAsStorage(error);
    }
  }

  async close(): Promise<void> {
    const file = this.#open?.file;
    this.#open = null;
    await file?.close();
  }

  async manifest(): Promise<string | null> {
    return await textAt(join(this.#folder, MANIFEST));
  }

  async clear(): Promise<void> {
    await this.close();
    this.#unsynced.clear();
    this.#folders.clear();
    try {
      // Without it nothing that is here counts.
      await rm(join(this.#folder, PROGRESS), { force: true });
      await rm(this.#folder, { recursive: true, force: true });
    } catch (error) {
      throw refusedAsStorage(error);
    }
  }

  async #prepare({ hash, text, folders, files }: IncomingManifest): Promise<void> {
    await makeFolder(this.filesPath, systemDisk);
    // A manifest lists a folder before what is in it.
    for (const path of folders) {
      await mkdir(join(this.filesPath, path), { mode: 0o700 });
      this.#folders.add(dirname(join(this.filesPath, path)));
    }
    for (const { path, contentBytes } of files)
      if (contentBytes === 0) {
        await (await open(join(this.filesPath, path), NEW, 0o600)).close();
        this.#touched(path);
      }
    await atomicWrite(join(this.#folder, MANIFEST), text, 0o600, systemDisk);
    await this.#note({ hash, chunks: 0 });
  }

  /** What came after the last sync may be there in part: it comes again, and whatever is behind it as well. */
  async #cutBehind({ files }: IncomingManifest, slices: readonly Slice[]): Promise<void> {
    const [next] = slices;
    const from = next ? files.findIndex(({ path }) => path === next.path) : files.length;
    for (const { path, contentBytes } of files.slice(from)) {
      const at = join(this.filesPath, path);
      const isCut = path === next?.path && next.offset > 0;
      if (contentBytes === 0) {
        // It was made before the first chunk.
        await (await open(at, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)).close();
        this.#touched(path);
      } else if (isCut) {
        const file = await open(at, O_RDWR | O_NOFOLLOW);
        try {
          await file.truncate(next.offset);
        } finally {
          await file.close();
        }
      } else if (await lstat(at).catch(absent)) await unlink(at);
    }
  }

  async #fileAt(path: string): Promise<FileHandle> {
    this.#touched(path);
    if (this.#open?.path === path) return this.#open.file;
    await this.close();
    const file = await open(join(this.filesPath, path), O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
    this.#open = { path, file };
    return file;
  }

  #touched(path: string): void {
    this.#unsynced.add(path);
    this.#folders.add(dirname(join(this.filesPath, path)));
  }

  async #note(progress: Progress): Promise<void> {
    await atomicWrite(join(this.#folder, PROGRESS), JSON.stringify(progress), 0o600, systemDisk);
  }

  async #progress(): Promise<Progress | null> {
    const text = await textAt(join(this.#folder, PROGRESS));
    if (text === null) return null;
    try {
      const { hash, chunks } = JSON.parse(text) as Progress;
      return typeof hash === 'string' && Number.isSafeInteger(chunks) && chunks >= 0
        ? { hash, chunks }
        : null;
    } catch {
      return null;
    }
  }

  /** What arrives, and beside it what a restore stages of it. */
  async #confirmSpace(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#dataDir);
    const needBytes = bytes + migrationLimits.spareBytes;
    if (bavail * bsize < needBytes) throw refuse.migration_space({ needBytes, freeBytes: bavail * bsize });
  }
}

const NEW = constants.O_WRONLY | O_CREAT | constants.O_EXCL | O_NOFOLLOW;
const AT_ONCE = 16;

async function syncFile(path: string): Promise<void> {
  const file = await open(path, O_RDWR | O_NOFOLLOW);
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}
