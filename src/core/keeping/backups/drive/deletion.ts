import { isRefusal } from '../../../kernel/refusal.ts';
import { firstOf } from '../../../kernel/abort.ts';
import { sideBySide } from '../../../kernel/side-by-side.ts';
import type { Clock } from '../../../ports/clock.ts';
import { isBackupId } from '../backup-id.ts';
import { driveLimits as limits } from './limits.ts';
import type { Deletion, DeletionReason } from './model.ts';
import { allPages } from './pages.ts';
import type { Drive, DriveEntry } from './port.ts';
import { MANIFEST } from './upload.ts';
import { say } from './says.ts';
import type { Says } from '../../../kernel/says.ts';

export interface DeletionDeps {
  readonly drive: Drive;
  /** The folder that uploads go into, which its owner may have renamed. */
  readonly remembered: string | null;
  /** Folders that are marked as those of another one stay: it is another machine with the same client. */
  readonly instance: string;
  /** Folders of backups that this machine knows to be its own, whatever their mark. */
  readonly folders?: readonly string[];
  readonly clock: Clock;
}

/** A deletion, with the backups that are no longer whole in the drive. */
export interface Deleted extends Deletion {
  readonly gone: readonly string[];
}

interface Found {
  readonly backupId: string;
  readonly file: DriveEntry;
}

/**
 * Deletes the backup files that this instance uploaded through the present connection (specification › Backup operations
 * and cloud-drive upload): files that the drive calls ours and the user's, in folders that are named like a backup and
 * ours, in a folder svc-backups. Folders stay, because deleting one deletes what others put into it. Never rejects; takes
 * about two minutes at most.
 */
export async function deleteUploaded(deps: DeletionDeps): Promise<Deleted> {
  const uploads = new UploadedFiles(deps);
  const done = await uploads.delete(await uploads.find());
  const { foldersKept, reasons } = uploads.end();
  const status = reasons.length > 0 ? 'degraded' : done.deleted === 0 ? 'none' : 'deleted';
  return { status, ...done, foldersKept, reasons };
}

/** The files that may be deleted, and what went wrong with them. */
class UploadedFiles {
  readonly #deps: DeletionDeps;
  readonly #deadline;
  readonly #reasons: Deletion['reasons'][number][] = [];
  readonly #kept = new Set<string>();

  constructor(deps: DeletionDeps) {
    this.#deps = deps;
    this.#deadline = deps.clock.deadline(limits.deletionMs);
  }

  async find(): Promise<readonly Found[]> {
    const { drive, remembered } = this.#deps;
    const { rootName } = limits;
    const roots = await this.#listed(
      (after, signal) => drive.foldersNamed(rootName, after, signal),
      `The folders named ${rootName}`,
    );
    const rootIds = new Set([...roots.map(({ id }) => id), ...(remembered === null ? [] : [remembered])]);
    const files: Found[] = [];
    for (const root of rootIds) {
      const children = await this.#listed(
        (after, signal) => drive.childrenOf(root, after, signal),
        `A folder ${rootName}`,
      );
      if (children.length > 0) this.#kept.add(root);
      for (const one of children)
        if (one.isFolder && isBackupId(one.name) && this.#isOwn(one)) files.push(...(await this.#in(one)));
    }
    return files;
  }

  /** The manifest of a backup goes first: what is left without it is no backup any more. */
  async delete(files: readonly Found[]): Promise<Pick<Deleted, 'deleted' | 'gone'>> {
    const gone = new Set<string>();
    let deleted = 0;
    const inOrder = files.toSorted(
      (one, other) => Number(other.file.name === MANIFEST) - Number(one.file.name === MANIFEST),
    );
    await sideBySide(inOrder, limits.deletionsAtOnce, NEVER, async ({ backupId, file }) => {
      const isDone = await this.#called(
        async (signal) => {
          await this.#deps.drive.remove(file.id, signal);
          return true;
        },
        (why) =>
          this.#note(
            'delete_failed',
            say('drive.not_deleted', { what: `${backupId}/${shownName(file)}`, why }),
          ),
      );
      if (!isDone) return;
      deleted += 1;
      gone.add(backupId);
    });
    return { deleted, gone: [...gone] };
  }

  end(): Pick<Deletion, 'foldersKept' | 'reasons'> {
    this.#deadline.cancel();
    return { foldersKept: this.#kept.size, reasons: this.#reasons };
  }

  #isOwn(folder: DriveEntry): boolean {
    const { instance, folders = [] } = this.#deps;
    if (folder.isOurs === null)
      this.#note('unknown_owner', say('drive.unknown_owner', { what: `the folder ${folder.name}` }));
    const isOfAnother = (folder.instance ?? instance) !== instance && !folders.includes(folder.id);
    return folder.isOurs === true && !folder.isShared && !isOfAnother;
  }

  async #in(folder: DriveEntry): Promise<readonly Found[]> {
    this.#kept.add(folder.id);
    const entries = await this.#listed(
      (after, signal) => this.#deps.drive.childrenOf(folder.id, after, signal),
      `The folder ${folder.name}`,
    );
    const files = entries.filter(({ isFolder, isShared }) => !isFolder && !isShared);
    for (const file of files)
      if (file.isOurs === null || file.isOwned === null)
        this.#note(
          'unknown_owner',
          say('drive.unknown_owner', { what: `${folder.name}/${shownName(file)}` }),
        );
    return files
      .filter(({ isOurs, isOwned }) => isOurs && isOwned)
      .map((file) => ({ backupId: folder.name, file }));
  }

  /** What could be listed: a failure is noted. */
  async #listed(
    page: (after: string | null, signal: AbortSignal) => ReturnType<Drive['childrenOf']>,
    what: string,
  ): Promise<readonly DriveEntry[]> {
    const found: DriveEntry[] = [];
    const next = async (after: string | null) =>
      (await this.#called(
        (signal) => page(after, signal),
        (why) => this.#note('list_failed', say('drive.not_listed', { what, why })),
      )) ?? { entries: [], next: null };
    try {
      for await (const entries of allPages(next)) found.push(...entries);
    } catch (error) {
      this.#note('list_failed', say('drive.not_all_listed', { what, why: whyOf(error) }));
    }
    return found;
  }

  /** One call, within its own limit and that of the whole. Null if it failed, which is noted. */
  async #called<Result>(
    what: (signal: AbortSignal) => Promise<Result>,
    failed: (why: readonly Says[]) => void,
  ): Promise<Result | null> {
    const whole = this.#deadline.signal;
    if (whole.aborted) return (this.#late(), null);
    const own = this.#deps.clock.deadline(limits.deletionCallMs);
    const stop = firstOf(own.signal, whole);
    try {
      return await what(stop.signal);
    } catch (error) {
      if (whole.aborted) this.#late();
      else failed(own.signal.aborted ? [say('drive.no_answer')] : whyOf(error));
      return null;
    } finally {
      own.cancel();
      stop.release();
    }
  }

  #note(code: DeletionReason, says: Says): void {
    if (this.#reasons.length < limits.reasons) this.#reasons.push({ code, says });
  }

  #late(): void {
    if (!this.#reasons.some(({ code }) => code === 'time_limit'))
      this.#note('time_limit', say('drive.late', { seconds: limits.deletionMs / 1_000 }));
  }
}

/** `sideBySide` never aborts here: what is late is noted for each file. */
const NEVER = new AbortController().signal;

/** The access ends afterwards, so what helps is done in the drive itself. */
function whyOf(error: unknown): readonly Says[] {
  if (!isRefusal(error)) return [say('drive.call_failed')];
  if (error.code === 'cloud_busy') return [say('drive.asked_to_wait')];
  if (error.code === 'cloud_unavailable') return [say('drive.strange')];
  if (error.code === 'cloud_refused') return [say('drive.refused')];
  return error.says;
}

/** A name may be anything. */
const shownName = ({ name }: DriveEntry): string => JSON.stringify(name.slice(0, 120)).slice(1, -1);
