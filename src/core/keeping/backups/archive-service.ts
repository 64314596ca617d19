import type { BackupArchives, PackedBackup } from './archive-port.ts';
import { isBackupId } from './backup-id.ts';
import { refuse } from './errors.ts';
import { isWrong, manifestFrom } from './manifest.ts';
import type { Manifest } from './model.ts';
import type { BackupFolders } from './port.ts';
import { say } from './says.ts';
import type { BackupService } from './service.ts';

export interface ArchiveServiceDeps {
  readonly folders: BackupFolders;
  readonly archives: BackupArchives;
  readonly backups: Pick<BackupService, 'prepare'>;
}

/** A backup as one file, to take it elsewhere and to bring it back. */
export class ArchiveService {
  readonly #deps: ArchiveServiceDeps;

  constructor(deps: ArchiveServiceDeps) {
    this.#deps = deps;
  }

  /** @throws Refusal backup_not_found, backup_unusable, backup_folder */
  async pack(backupId: string): Promise<PackedBackup & { readonly fileName: string }> {
    const { folders, archives } = this.#deps;
    const found = await this.#found(backupId);
    if (!found) throw refuse.backup_not_found();
    const text = await folders.manifest(found);
    const manifest = text === null ? say('manifest.missing') : await manifestFrom(text);
    if (isWrong(manifest)) throw refuse.backup_unusable({}, manifest);
    return { ...archives.pack(found, manifest), fileName: `svc-backup-${backupId}.zip` };
  }

  /**
   * Brings a backup back. It counts as not verified until it is checked.
   * @returns its id
   * @throws Refusal backup_exists, archive_unusable, operation_in_progress, backup_space, backup_folder, disk_full
   */
  async receive(body: AsyncIterable<Uint8Array>): Promise<string> {
    const { backups, archives } = this.#deps;
    await backups.prepare();
    return await archives.receive(body, async (text): Promise<Manifest> => {
      const manifest = await manifestFrom(text);
      if (isWrong(manifest)) throw refuse.archive_unusable({}, manifest);
      const { backupId } = manifest;
      if (await this.#found(backupId)) throw refuse.backup_exists({ backupId });
      return manifest;
    });
  }

  async #found(backupId: string) {
    const all = isBackupId(backupId) ? await this.#deps.folders.list() : [];
    return all.find((one) => one.backupId === backupId);
  }
}
