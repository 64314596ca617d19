import type { FoundBackup } from './port.ts';
import type { Manifest } from './model.ts';

/** Backups as one file each: a zip with the manifest first, and each file under its path. */
export interface BackupArchives {
  /** The zip of a backup, as it is read. It holds a few pieces in memory at a time, whatever the size. */
  pack(found: FoundBackup, manifest: Manifest): PackedBackup;
  /**
   * Keeps the zip that arrives, and publishes it as a backup once all of it is there as its manifest says. `accept` is given
   * the text of the manifest before anything else is unpacked, and throws what it refuses. After a failure nothing is left.
   * @throws Refusal archive_unusable, operation_in_progress, backup_space, backup_folder, disk_full
   */
  receive(body: AsyncIterable<Uint8Array>, accept: (manifest: string) => Promise<Manifest>): Promise<string>;
  /** Removes what an upload that died has left. Call it at the start. */
  sweep(): Promise<void>;
}

export interface PackedBackup {
  /** Null where the files are compressed on the way. */
  readonly sizeBytes: number | null;
  readonly body: AsyncIterable<Uint8Array>;
}
