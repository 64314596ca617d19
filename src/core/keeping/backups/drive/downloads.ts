import { inPieces } from '../../../kernel/next-turn.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { isBackupId, timeOf } from '../backup-id.ts';
import { isWrong, manifestFrom } from '../manifest.ts';
import type { Manifest } from '../model.ts';
import type { BackupFolders } from '../port.ts';
import type { Verification } from '../checks.ts';
import type { BackupService } from '../service.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Catalogue } from '../catalogue.ts';
import { refuse as refuseBackup } from '../errors.ts';
import { refuse } from './errors.ts';
import { driveLimits as limits } from './limits.ts';
import type { DriveBackup } from './model.ts';
import { allPages } from './pages.ts';
import type { DownloadedFile, Drive, DriveEntry, StoredFiles } from './port.ts';
import type { RootFolder } from './root-folder.ts';
import { MANIFEST } from './upload.ts';
import { say } from './says.ts';
import { quote } from '../../../kernel/quoted.ts';
import type { Says } from '../../../kernel/says.ts';

export interface DriveDownloadsDeps {
  readonly drive: Drive;
  readonly root: Pick<RootFolder, 'remembered'>;
  readonly files: StoredFiles;
  readonly folders: Pick<BackupFolders, 'list'>;
  readonly backups: Pick<BackupService, 'prepare' | 'verify'>;
  readonly catalogue: Pick<Catalogue, 'note'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A backup in the drive that can be brought home. */
interface Fetchable {
  /** Of its manifest. */
  readonly text: string;
  readonly wanted: readonly DownloadedFile[];
  readonly ids: ReadonlyMap<string, DriveEntry>;
}

/**
 * Backups that lie in the drive, and bringing one home. Any folder that the present client made is looked at, so that a new
 * machine finds the backups of the old one. Nothing that is fetched is believed: it is checked as a stranger's.
 */
export class DriveDownloads {
  readonly #deps: DriveDownloadsDeps;
  #isFetching = false;

  constructor(deps: DriveDownloadsDeps) {
    this.#deps = deps;
  }

  /** The newest first. @throws what `Drive` throws, Refusal backup_folder */
  async list(signal: AbortSignal): Promise<readonly DriveBackup[]> {
    const here = new Set((await this.#deps.folders.list()).map(({ backupId }) => backupId));
    const found = (await this.#folders(signal))
      .toSorted((a, b) => (a.name < b.name ? 1 : -1))
      .slice(0, limits.shown);
    const backups: DriveBackup[] = [];
    for (const { id, name } of found) {
      const files = await this.#filesIn(id, signal);
      if (files.length === 0) continue;
      const before = backups.at(-1);
      const isComplete = files.some((file) => file.name === MANIFEST);
      // Two folders of one backup are one backup: a whole one counts.
      if (before?.backupId === name) {
        if (before.isComplete || !isComplete) continue;
        backups.pop();
      }
      backups.push({
        backupId: name,
        createdAt: timeOf(name) ?? 0,
        sizeBytes: files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0),
        fileCount: files.filter((file) => file.name !== MANIFEST).length,
        isComplete,
        isHere: here.has(name),
      });
    }
    return backups;
  }

  /**
   * Brings a backup home, and checks it. It is in the list of backups then, also where the key for the check is missing.
   * @throws Refusal drive_backup_not_found, drive_backup_unusable, backup_exists, operation_in_progress, backup_space,
   * backup_folder, disk_full, and what `Drive` throws
   */
  async fetch(backupId: string, signal: AbortSignal): Promise<Verification> {
    if (this.#isFetching) throw refuseBackup.operation_in_progress();
    this.#isFetching = true;
    try {
      await this.#fetched(backupId, signal);
    } finally {
      this.#isFetching = false;
    }
    return await this.#deps.backups.verify(backupId);
  }

  async #fetched(backupId: string, signal: AbortSignal): Promise<void> {
    const { backups, folders, files, drive, catalogue, clock } = this.#deps;
    if (!isBackupId(backupId)) throw refuse.drive_backup_not_found();
    await backups.prepare();
    const here = await folders.list();
    if (here.some((one) => one.backupId === backupId)) throw refuseBackup.backup_exists({ backupId });
    const { text, wanted, ids } = await this.#whole(backupId, signal);
    // Noted before its folder is there, so that the backup is never taken for an old one.
    await catalogue.note(backupId, {
      verifiedAt: null,
      provenAt: null,
      problems: [],
      fetchedAt: clock.now(),
    });
    await files.receive(backupId, text, wanted, (path, stop) => pieces(ids.get(path), drive, stop), signal);
  }

  /** The first folder of this backup in which everything is that its manifest names. */
  async #whole(backupId: string, signal: AbortSignal): Promise<Fetchable> {
    let problem: unknown = refuse.drive_backup_not_found();
    for (const folder of await this.#folders(signal)) {
      if (folder.name !== backupId) continue;
      const files = Map.groupBy(await this.#filesIn(folder.id, signal), ({ name }) => name);
      if (!files.has(MANIFEST)) continue;
      try {
        return await this.#fetchable(backupId, files, signal);
      } catch (error) {
        if (!isRefusal(error) || error.code !== 'drive_backup_unusable') throw error;
        problem = error;
      }
    }
    throw problem;
  }

  async #fetchable(
    backupId: string,
    entries: ReadonlyMap<string, readonly DriveEntry[]>,
    signal: AbortSignal,
  ): Promise<Fetchable> {
    const { text, manifest } = await this.#manifest(backupId, entries, signal);
    const wanted: DownloadedFile[] = [];
    const ids = new Map<string, DriveEntry>();
    await inPieces(manifest.files, ({ path, kind, sizeBytes }) => {
      const isFolder = kind === 'folder';
      const found = isFolder ? null : entries.get(path)?.find((entry) => entry.sizeBytes === sizeBytes);
      if (found === undefined) throw refuse.drive_backup_unusable({}, missing(path));
      if (found !== null) ids.set(path, found);
      wanted.push({ path, isFolder, sizeBytes, md5: found?.md5 ?? null });
    });
    return { text, wanted, ids };
  }

  async #manifest(
    backupId: string,
    entries: ReadonlyMap<string, readonly DriveEntry[]>,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly manifest: Manifest }> {
    const found = entries.get(MANIFEST)?.[0];
    if (!found || (found.sizeBytes ?? 0) > limits.manifestBytes)
      throw refuse.drive_backup_unusable({}, say('drive.manifest_long'));
    const decoder = new TextDecoder('utf-8');
    let text = '';
    for await (const piece of pieces(found, this.#deps.drive, signal))
      text += decoder.decode(piece, { stream: true });
    text += decoder.decode();
    const manifest = await manifestFrom(text);
    if (isWrong(manifest)) throw refuse.drive_backup_unusable({}, manifest);
    if (manifest.backupId !== backupId)
      throw refuse.drive_backup_unusable({}, say('drive.manifest_of_other'));
    return { text, manifest };
  }

  /** The folders of backups that the present client made, in the folders svc-backups that it made. */
  async #folders(signal: AbortSignal): Promise<readonly DriveEntry[]> {
    const { drive, root } = this.#deps;
    const remembered = await root.remembered().catch(() => null);
    const roots = new Set(remembered === null ? [] : [remembered]);
    for await (const page of allPages((after) => drive.foldersNamed(limits.rootName, after, signal)))
      for (const one of page) if (isOwn(one)) roots.add(one.id);
    const found: DriveEntry[] = [];
    for (const id of roots)
      for await (const page of allPages((after) => drive.childrenOf(id, after, signal)))
        found.push(...page.filter((one) => one.isFolder && isBackupId(one.name) && isOwn(one)));
    return found;
  }

  async #filesIn(folder: string, signal: AbortSignal): Promise<readonly DriveEntry[]> {
    const found: DriveEntry[] = [];
    for await (const page of allPages((after) => this.#deps.drive.childrenOf(folder, after, signal)))
      found.push(...page.filter((one) => !one.isFolder && isOwn(one)));
    return found;
  }
}

const isOwn = ({ isOwned, isOurs, isInBin, isShared }: DriveEntry): boolean =>
  isOwned === true && isOurs === true && !isInBin && !isShared;

const missing = (path: string): Says => say('drive.missing', { path: quote(path, 200) });

async function* pieces(
  entry: DriveEntry | undefined,
  drive: Drive,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const size = entry?.sizeBytes ?? 0;
  for (let at = 0; entry && at < size;) {
    const piece = await drive.read(entry.id, at, Math.min(limits.pieceBytes, size - at), signal);
    if (piece.length === 0) throw refuse.drive_backup_unusable({}, missing(entry.name));
    at += piece.length;
    yield piece;
  }
}
