import { isRefusal } from '../../../kernel/refusal.ts';
import type { Log } from '../../../ports/log.ts';
import { refuse } from './errors.ts';
import type { UploadLedger } from './ledger.ts';
import { driveLimits } from './limits.ts';
import { newId } from './new-ids.ts';
import type { Drive, DriveEntry, RootFile } from './port.ts';

export interface RootFolderDeps {
  readonly drive: Drive;
  readonly file: RootFile;
  readonly ledger: UploadLedger;
  readonly log: Log;
}

/**
 * The folder of the drive that uploads go into (specification › Cloud-drive backup folder). It is known by its id alone:
 * a folder of the same name is never adopted. Where the remembered one is gone, in the bin, or not the user's any more, a
 * new one is made and remembered. An outage is none of these: it fails the upload.
 */
export class RootFolder {
  readonly #deps: RootFolderDeps;

  constructor(deps: RootFolderDeps) {
    this.#deps = deps;
  }

  /** Its id. Call it for one upload at a time. @throws Refusal root_file_unreadable, and what `Drive` throws */
  async ensured(signal: AbortSignal): Promise<string> {
    const remembered = await this.#deps.file.read();
    if (remembered !== null && (await this.#isUsable(remembered, signal))) return remembered;
    return await this.#made(signal);
  }

  /** The remembered one, whatever became of it; null without one. @throws Refusal root_file_unreadable */
  async remembered(): Promise<string | null> {
    return await this.#deps.file.read();
  }

  async #isUsable(id: string, signal: AbortSignal): Promise<boolean> {
    const found = await this.#deps.drive.get(id, signal);
    if (!found) return false;
    if (found.isOwned === null || found.isOurs === null) throw refuse.root_unclear();
    return isUsableFolder(found);
  }

  async #made(signal: AbortSignal): Promise<string> {
    const { drive, file, ledger } = this.#deps;
    const id = await this.#idInMaking(signal);
    const folder = { id, name: driveLimits.rootName, parent: null, instance: await ledger.mark() };
    await drive.makeFolder(folder, signal);
    try {
      await file.write(id);
    } catch (error) {
      await this.#takenBack(id, error, signal);
      throw error;
    }
    await ledger.makingRoot(null);
    return id;
  }

  /** Noted before the folder is made, so that a start after a kill goes on with it instead of making a second one. */
  async #idInMaking(signal: AbortSignal): Promise<string> {
    const { drive, ledger } = this.#deps;
    const noted = await ledger.rootInMaking();
    if (noted !== null && (await this.#isUsable(noted, signal))) return noted;
    const id = await newId(drive, signal);
    await ledger.makingRoot(id);
    return id;
  }

  /** Specification › Backup operations and cloud-drive upload: what cannot be remembered is deleted again. */
  async #takenBack(id: string, why: unknown, signal: AbortSignal): Promise<void> {
    const { drive, ledger, log } = this.#deps;
    const facts = isRefusal(why) ? { code: why.code } : { error: why };
    try {
      await drive.remove(id, signal);
      log.error(
        '[svc:backup] the upload failed: clouddrive-backup-root could not be written, and the new folder was deleted again',
        facts,
      );
    } catch (error) {
      log.error(
        `[svc:backup] the upload failed: clouddrive-backup-root could not be written, and the new folder ${driveLimits.rootName} (id ${id}) could not be deleted: delete it in the drive`,
        { ...facts, deletion: isRefusal(error) ? error.code : error },
      );
      return;
    }
    await ledger.makingRoot(null).catch(() => undefined);
  }
}

/** Whether uploads may go into it. */
const isUsableFolder = ({ isFolder, isInBin, isOwned, isOurs, isShared }: DriveEntry): boolean =>
  isFolder && !isInBin && isOwned === true && isOurs === true && !isShared;
