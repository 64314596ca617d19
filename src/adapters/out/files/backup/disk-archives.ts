import { open, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupArchives, PackedBackup } from '../../../../core/backups/archive-port.ts';
import { refuse } from '../../../../core/backups/errors.ts';
import { backupLimits } from '../../../../core/backups/limits.ts';
import type { Manifest } from '../../../../core/backups/model.ts';
import type { BackupFolders, FoundBackup } from '../../../../core/backups/port.ts';
import { temporaryPrefix } from '../../../../core/files/path.ts';
import { isRefusal } from '../../../../core/kernel/refusal.ts';
import { systemDisk } from '../disk.ts';
import { refusedAsStorage } from '../disk-refusals.ts';
import { makeFolder } from '../open-folder.ts';
import { syncFolder } from '../real-folder.ts';
import { packed } from './pack-archive.ts';
import { unpack } from './unpack-archive.ts';

/** Between two looks at the free space. */
const LOOK_BYTES = 64 * 2 ** 20;

export interface DiskArchivesDeps {
  /** The folder of backups, by the settings of this moment. */
  readonly folder: () => string;
  readonly folders: BackupFolders;
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
    try {
      await makeFolder(this.#deps.folder(), systemDisk);
      await this.sweep();
      await this.#keep(body);
      const manifest = await unpack(this.#zip, this.#unpacked, accept);
      const { backupId } = manifest;
      const place = this.#deps.folders.pathOf({ backupId, failed: false });
      await rename(this.#unpacked, place);
      await sync(this.#deps.folder());
      return backupId;
    } catch (error) {
      if (isRefusal(error)) throw error;
      const refused = refusedAsStorage(error);
      throw isRefusal(refused) && refused.code === 'disk_full'
        ? refused
        : refuse.backup_folder({}, undefined, error);
    } finally {
      await this.sweep().catch(() => undefined);
      this.#isReceiving = false;
    }
  }

  async sweep(): Promise<void> {
    for (const path of [this.#zip, this.#unpacked]) await rm(path, { recursive: true, force: true });
  }

  get #zip(): string {
    return join(this.#deps.folder(), `${temporaryPrefix}archive.zip`);
  }

  get #unpacked(): string {
    return join(this.#deps.folder(), `${temporaryPrefix}archive`);
  }

  async #keep(body: AsyncIterable<Uint8Array>): Promise<void> {
    const file = await open(this.#zip, 'wx', 0o600);
    try {
      let left = 0;
      for await (const piece of body) {
        if (left <= 0) {
          const { bavail, bsize } = await statfs(this.#deps.folder());
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
}

async function sync(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await syncFolder(folder);
  } finally {
    await folder.close();
  }
}
