import { lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isBackupId } from '../../../../core/keeping/backups/backup-id.ts';
import { refuse } from '../../../../core/keeping/backups/errors.ts';
import { backupLimits } from '../../../../core/keeping/backups/limits.ts';
import { FOLDER_MARK } from '../../../../core/keeping/backups/missing-folder.ts';
import type { BackupFolders, FoundBackup } from '../../../../core/keeping/backups/port.ts';
import { scratchFolder, type DataName } from '../../../../core/instance/data-directory/inventory.ts';
import { temporaryPrefix } from '../../../../core/workspace/files/path.ts';
import { isRefusal } from '../../../../core/kernel/refusal.ts';
import { refusedAsStorage } from '../disk-refusals.ts';
import { isWithin } from '../folder-overlap.ts';
import { makeFolder, syncAt } from '../open-folder.ts';
import { absent, systemDisk } from '../disk.ts';
import { say } from '../../../../core/keeping/backups/says.ts';

const FAILED = '.failed';
const MANIFEST = 'manifest.json';

export interface DiskFoldersDeps {
  readonly dataDir: string;
  readonly workspaceDir: string;
  /** Marks what this instance has not finished: several may keep their backups in one folder. */
  readonly mark: () => Promise<string>;
  /** `backup_dir` of this moment; null for the folder in the data directory. */
  readonly chosen: () => string | null;
}

/** Backups as folders of one folder. Each write there is synced; only names that are ours are ever changed. */
export class DiskBackupFolders implements BackupFolders {
  readonly #deps: DiskFoldersDeps;

  constructor(deps: DiskFoldersDeps) {
    this.#deps = deps;
  }

  get #folder(): string {
    return this.#deps.chosen() ?? this.#own;
  }

  get #own(): string {
    return join(this.#deps.dataDir, 'backups' satisfies DataName);
  }

  async list(): Promise<readonly FoundBackup[]> {
    const names = await this.#names();
    return names.flatMap((name) => {
      const failed = name.endsWith(FAILED);
      const backupId = failed ? name.slice(0, -FAILED.length) : name;
      return isBackupId(backupId) ? [{ backupId, failed }] : [];
    });
  }

  async manifest(found: FoundBackup): Promise<string | null> {
    try {
      const path = join(this.pathOf(found), MANIFEST);
      const stats = await lstat(path);
      if (!stats.isFile() || stats.size > backupLimits.manifestBytes) return null;
      return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
    } catch {
      return null;
    }
  }

  pathOf({ backupId, failed }: FoundBackup): string {
    return join(this.#folder, failed ? backupId + FAILED : backupId);
  }

  async chosen(): Promise<{ readonly path: string | null; readonly isMarked: boolean }> {
    const path = this.#deps.chosen();
    if (path === null) return { path, isMarked: false };
    const isMarked = await this.#inFolder(
      async () => (await lstat(join(path, FOLDER_MARK)).catch(absent)) != null,
    );
    return { path, isMarked };
  }

  async prepare(): Promise<void> {
    this.#confirmApart();
    await this.#inFolder(() => makeFolder(this.#folder, systemDisk));
    const { path, isMarked } = await this.chosen();
    if (path !== null && !isMarked) await this.#inFolder(() => mark(path));
  }

  async begin(backupId: string): Promise<string> {
    const path = await this.#temporary(backupId);
    await this.#inFolder(() => mkdir(path, { mode: 0o700 }));
    return path;
  }

  async publish(backupId: string, manifest: string): Promise<void> {
    const path = await this.#temporary(backupId);
    await this.#inFolder(async () => {
      const file = await open(join(path, MANIFEST), 'wx', 0o600);
      try {
        await file.writeFile(manifest);
        await file.sync();
      } finally {
        await file.close();
      }
      await syncAt(path);
      await rename(path, this.pathOf({ backupId, failed: false }));
      await syncAt(this.#folder);
    });
  }

  async keepAside(backupId: string): Promise<void> {
    const earlier = (await this.list()).filter(({ failed }) => failed);
    await this.#inFolder(async () => {
      await rename(this.pathOf({ backupId, failed: false }), this.pathOf({ backupId, failed: true }));
      await syncAt(this.#folder);
    });
    for (const found of earlier) await this.remove(found);
  }

  async remove(found: FoundBackup): Promise<void> {
    const going = await this.#temporary(found.backupId);
    await this.#inFolder(async () => {
      await rm(going, { recursive: true, force: true });
      await rename(this.pathOf(found), going).catch(absent);
      await syncAt(this.#folder);
      await rm(going, { recursive: true, force: true });
    });
  }

  async sweep(): Promise<void> {
    await rm(join(this.#deps.dataDir, scratchFolder), { recursive: true, force: true });
    const unfinished = (await this.#names()).filter((name) => name.startsWith(temporaryPrefix));
    // Asking for the mark makes one, which a start without backups must not.
    if (unfinished.length === 0) return;
    const ending = `-${await this.#deps.mark()}`;
    for (const name of unfinished.filter((one) => one.endsWith(ending)))
      await rm(join(this.#folder, name), { recursive: true, force: true });
  }

  /** @throws Refusal backup_folder */
  #confirmApart(): void {
    const { dataDir, workspaceDir } = this.#deps;
    if (isWithin(this.#folder, workspaceDir)) throw refuse.backup_folder({}, say('backups.in_workspace'));
    if (isWithin(this.#folder, dataDir) && !isWithin(this.#folder, this.#own) && this.#folder !== this.#own)
      throw refuse.backup_folder({}, say('backups.in_data'));
  }

  async #temporary(backupId: string): Promise<string> {
    return join(this.#folder, `${temporaryPrefix}${backupId}-${await this.#deps.mark()}`);
  }

  async #names(): Promise<readonly string[]> {
    return await this.#inFolder(async () => (await readdir(this.#folder).catch(absent)) ?? []);
  }

  async #inFolder<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const refused = refusedAsStorage(error);
      throw isRefusal(refused) && refused.code === 'disk_full'
        ? refused
        : refuse.backup_folder({}, undefined, error);
    }
  }
}

const SAYS =
  'svc keeps backups in this folder. Where this file is missing, and with it every backup, svc takes the disk for not mounted.\n';

/** Durable when this resolves. Never through a link, which another user of the folder may have put there. */
async function mark(folder: string): Promise<void> {
  const file = await open(join(folder, FOLDER_MARK), 'wx', 0o600);
  try {
    await file.writeFile(SAYS);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncAt(folder);
}
