import { open, readdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupArchives, PackedBackup } from '../../../../core/keeping/backups/archive-port.ts';
import { refuse } from '../../../../core/keeping/backups/errors.ts';
import { backupLimits } from '../../../../core/keeping/backups/limits.ts';
import type { Manifest } from '../../../../core/keeping/backups/model.ts';
import type { BackupFolders, FoundBackup } from '../../../../core/keeping/backups/port.ts';
import { temporaryPrefix } from '../../../../core/workspace/files/path.ts';
import { isRefusal } from '../../../../core/kernel/refusal.ts';
import { refusedAsStorage } from '../disk-refusals.ts';
import { absent } from '../disk.ts';
import { syncAt } from '../open-folder.ts';
import { packed } from './pack-archive.ts';
import { unpack } from './unpack-archive.ts';

const UPLOAD = `${temporaryPrefix}archive-`;
/** Between two looks at the free space. */
const LOOK_BYTES = 64 * 2 ** 20;

export interface DiskArchivesDeps {
  readonly folders: BackupFolders;
  /** Marks the uploads of this instance: several may keep their backups in one folder. */
  readonly mark: () => Promise<string>;
}

/** Zips of the backups in one folder. An upload lies there under a temporary name; there is one at a time. */
export class DiskBackupArchives implements BackupArchives {
  readonly #deps: DiskArchivesDeps;
  #isReceiving = false;

  constructor(deps: DiskArchivesDeps) {
    this.#deps = deps;
  }

  pack(found: FoundBackup, manifest: Manifest): PackedBackup {
    return packed(this.#deps.folders.pathOf(found), manifest);
  }

  async receive(
    body: AsyncIterable<Uint8Array>,
    accept: (manifest: string) => Promise<Manifest>,
  ): Promise<string> {
    if (this.#isReceiving) throw refuse.operation_in_progress();
    this.#isReceiving = true;
    // An upload stays in the folder that it began in, whatever becomes of the setting.
    const folder = this.#folder;
    let upload: Upload | null = null;
    try {
      await this.#deps.folders.prepare();
      upload = uploadIn(folder, await this.#deps.mark());
      const { zip, target } = upload;
      await remove(upload);
      await keep(body, zip, folder);
      const { backupId } = await unpack(zip, target, accept);
      await rename(target, join(folder, backupId));
      await syncAt(folder);
      return backupId;
    } catch (error) {
      if (isRefusal(error)) throw error;
      const refused = refusedAsStorage(error);
      throw isRefusal(refused) && refused.code === 'disk_full'
        ? refused
        : refuse.backup_folder({}, undefined, error);
    } finally {
      if (upload) await remove(upload).catch(() => undefined);
      this.#isReceiving = false;
    }
  }

  async sweep(): Promise<void> {
    const names = (await readdir(this.#folder).catch(absent)) ?? [];
    // Asking for the mark makes one, which a start without backups must not.
    if (names.some((name) => name.startsWith(UPLOAD)))
      await remove(uploadIn(this.#folder, await this.#deps.mark()));
  }

  /** Where backups are, by the settings of this moment. */
  get #folder(): string {
    return dirname(this.#deps.folders.pathOf({ backupId: 'any', failed: false }));
  }
}

interface Upload {
  readonly zip: string;
  /** Where it is unpacked. */
  readonly target: string;
}

const uploadIn = (folder: string, mark: string): Upload => ({
  zip: join(folder, `${UPLOAD}${mark}.zip`),
  target: join(folder, `${UPLOAD}${mark}.unpacked`),
});

async function remove({ zip, target }: Upload): Promise<void> {
  for (const path of [zip, target]) await rm(path, { recursive: true, force: true });
}

async function keep(body: AsyncIterable<Uint8Array>, path: string, folder: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let left = 0;
    for await (const piece of body) {
      if (left <= 0) {
        const { bavail, bsize } = await statfs(folder);
        if (bavail * bsize < LOOK_BYTES + backupLimits.spareBytes) throw refuse.backup_space();
        left = LOOK_BYTES;
      }
      left -= piece.length;
      for (let at = 0; at < piece.length;) at += (await file.write(piece, at)).bytesWritten;
    }
  } finally {
    await file.close();
  }
}
