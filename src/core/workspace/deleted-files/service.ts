import { refuse as refuseChangeset } from '../changesets/errors.ts';
import type { EarlierVersion, EarlierVersions, KeepEarlier } from '../changesets/port.ts';
import type { CopyStore } from '../changesets/store.ts';
import type { Expiry } from '../../instance/expiry/service.ts';
import { refuse as refuseFile } from '../files/errors.ts';
import { asOnDisk, atListedPath, listedPath } from '../files/model.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { namesLike } from '../../kernel/file-name.ts';
import type { DeletedFileId, PersonId } from '../../kernel/ids.ts';
import type { Places } from '../files/model.ts';
import { OneAtATime } from '../../kernel/one-at-a-time.ts';
import type { Page } from '../../kernel/page.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { HeldFile, Workspace } from '../../ports/workspace.ts';
import type { DeletedFileChange, DeletedFileStore } from './store.ts';
import { refuse } from './errors.ts';
import { deletedFileLimits } from './limits.ts';
import { expiredOf, type DeletedFile } from './model.ts';
import { say as sayFile } from '../files/says.ts';

export interface DeletedFileServiceDeps {
  readonly deletedFiles: DeletedFileStore;
  readonly copies: Pick<CopyStore, 'keep' | 'content' | 'contentId' | 'remove'>;
  readonly workspace: Pick<Workspace, 'remove' | 'contentId' | 'list'>;
  readonly places: Pick<Places, 'of'>;
  /** The workspace, in which what somebody brings back takes their room. */
  readonly writableFor: (person: PersonId) => Pick<Workspace, 'write'>;
  readonly journal: Journal<DeletedFileChange>;
  readonly expiry: Pick<Expiry, 'past'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Deletions by people, earlier versions of files, and taking both back. Of a deleted or replaced file a copy and a record are
 * on disk before it goes; both stay until it is brought back, its time is over, or its owner lets it go.
 */
export class DeletedFileService implements EarlierVersions {
  readonly #deps: DeletedFileServiceDeps;
  /** Bringing a file back needs its copy until the file is there. */
  readonly #turns = new OneAtATime<DeletedFileId>();

  constructor(deps: DeletedFileServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Deletes a file of the workspace, so that `restore` brings it back.
   * @throws Refusal invalid_path, outside_workspace, file_not_found, not_a_file, not_permitted, file_changed,
   *   too_large_to_keep, disk_full, storage_error; then the file is there, or it can be brought back
   */
  async delete(person: PersonId, path: string): Promise<void> {
    const deletedFileId = this.#deps.ids.next() as DeletedFileId;
    // The file is listed as soon as its record is stored. A request to restore or remove it then waits until the
    // deletion has happened or failed.
    await atListedPath(this.#deps.workspace, this.#deps.places.of(person).path(path), (segments) =>
      this.#turns.run(deletedFileId, async () => await this.#deleted(deletedFileId, segments)),
    );
    await this.letGo();
  }

  async #deleted(deletedFileId: DeletedFileId, segments: readonly string[]): Promise<void> {
    const record = { deletedFileId, path: segments.join('/'), isEarlier: false };
    await this.#keeping(record, (keep) => this.#deps.workspace.remove(segments, { before: keep }));
  }

  /** @param change calls `keep` right before it takes away what is held */
  async #keeping(
    record: Pick<DeletedFile, 'deletedFileId' | 'path' | 'isEarlier'>,
    change: (keep: (held: HeldFile) => Promise<void>) => Promise<unknown>,
  ): Promise<void> {
    const { clock, journal, log } = this.#deps;
    const { deletedFileId } = record;
    let kept: DeletedFile | null = null;
    try {
      await change(async (held) => {
        kept = { ...(await this.#copied(held)), ...record, deletedAt: clock.now(), isBegun: true };
        await journal.commit([{ change: 'deletedFile.keep', file: kept }]);
      });
    } catch (error) {
      if (kept !== null)
        await this.#decide(kept).catch((cause: unknown) =>
          log.warn('a deletion that failed is settled at the next start', { error: cause }),
        );
      throw error;
    }
    if (kept === null) return;
    // The file is gone and its record says how to bring it back; what fails from here on is made up for at the next start.
    try {
      await journal.commit([{ change: 'deletedFile.gone', deletedFileId }]);
    } catch (error) {
      log.warn('the record of a deleted file could not be completed', { error });
    }
  }

  /** Those of the place of this person, and of what everybody shares; the one that was deleted last first. */
  async list(
    person: PersonId,
    query: { readonly limit: number; readonly after: number | null },
  ): Promise<Page<DeletedFile, number>> {
    return await this.#deps.deletedFiles.list(this.#deps.places.of(person), query);
  }

  /**
   * Brings a deleted file back, under the next free name like its own if something has its name; nothing is overwritten.
   * `inPlace` brings it back under its own name, and a file that has this name becomes an earlier version, which can be
   * brought back in its turn.
   * After a crash it can be repeated: a file that is back is not written twice. Of two calls at once the second finds it
   * back already, and is refused with deleted_file_not_found.
   * @returns its path
   * @throws Refusal deleted_file_not_found, copy_damaged, outside_workspace, not_a_file, not_permitted, file_exists,
   *   file_changed, too_large_to_keep, member_files_full, disk_full, storage_error; then its copy is kept
   */
  async restore(
    person: PersonId,
    deletedFileId: DeletedFileId,
    inPlace = false,
  ): Promise<{ readonly path: string }> {
    const back = await this.#turns.run(deletedFileId, async () =>
      inPlace ? await this.#putBack(person, deletedFileId) : await this.#restored(person, deletedFileId),
    );
    if (inPlace) await this.letGo();
    return back;
  }

  async #putBack(person: PersonId, deletedFileId: DeletedFileId): Promise<{ readonly path: string }> {
    const { copies, ids, workspace, writableFor } = this.#deps;
    const file = await this.#known(person, deletedFileId);
    const at = await asOnDisk(workspace, listedPath(file.path));
    const record = { deletedFileId: ids.next() as DeletedFileId, path: at.join('/'), isEarlier: true };
    if ((await workspace.contentId(at)) !== file.contentId) {
      await this.#checkCopy(file);
      // What is replaced is listed before the answer of the disk: see `delete`.
      await this.#turns.run(record.deletedFileId, () =>
        this.#keeping(record, (keep) =>
          writableFor(person).write(at, copies.content(file.copyId), {
            mode: file.mode,
            before: async (existing) => {
              if (existing) await keep(existing);
            },
          }),
        ),
      );
    }
    await this.#forget([file]);
    return { path: record.path };
  }

  async #restored(person: PersonId, deletedFileId: DeletedFileId): Promise<{ readonly path: string }> {
    const file = await this.#known(person, deletedFileId);
    const segments = listedPath(file.path);
    const folder = segments.slice(0, -1);
    for (const name of namesLike(segments.at(-1) ?? '')) {
      const at = await asOnDisk(this.#deps.workspace, [...folder, name]);
      if (!(await this.#isBack(person, file, at))) continue;
      await this.#forget([file]);
      return { path: at.join('/') };
    }
    throw refuseFile.file_exists({}, sayFile('files.same_names'));
  }

  /** Lets a deleted file go for good. @throws Refusal deleted_file_not_found */
  async purge(person: PersonId, deletedFileId: DeletedFileId): Promise<void> {
    await this.#turns.run(
      deletedFileId,
      async () => await this.#forget([await this.#known(person, deletedFileId)]),
    );
  }

  /** For the erasure of what is somebody's own: lets go for good what they deleted there. Repeatable. */
  async forgetOf(person: PersonId): Promise<void> {
    const place = this.#deps.places.of(person);
    const own = (await this.#deps.deletedFiles.all()).filter(({ path }) => place.isOwn(path.split('/')));
    await this.#forget(own);
  }

  keeping(versions: readonly EarlierVersion[]): readonly KeepEarlier[] {
    const { clock, ids } = this.#deps;
    return versions.map(({ path, version, isDeleted }) => ({
      change: 'deletedFile.keep',
      file: {
        ...version,
        deletedFileId: ids.next() as DeletedFileId,
        path,
        deletedAt: clock.now(),
        isBegun: false,
        isEarlier: !isDeleted,
      },
    }));
  }

  /**
   * Lets go what is over its time, or what later deletions need the place of. A failure is logged.
   * @returns what was let go
   */
  async letGo(): Promise<ReadonlySet<DeletedFileId>> {
    try {
      return await this.#expire();
    } catch (error) {
      this.#deps.log.warn('deleted files that are over their time could not be let go', { error });
      return new Set();
    }
  }

  /**
   * At start: completes the records of deletions that a crash cut off, and lets go what is over its time. A failure is
   * logged.
   */
  async settle(): Promise<void> {
    const { deletedFiles, log } = this.#deps;
    try {
      for (const file of await deletedFiles.all()) if (file.isBegun) await this.#decide(file);
      await this.#expire();
    } catch (error) {
      log.warn('records of deleted files could not be settled', { error });
    }
  }

  /** After a failure the file may be there or not: what is kept goes only if the file is there unchanged. */
  async #decide(file: DeletedFile): Promise<void> {
    const { deletedFileId } = file;
    if (await this.#isThere(file)) await this.#forget([file]);
    else await this.#deps.journal.commit([{ change: 'deletedFile.gone', deletedFileId }]);
  }

  async #isThere({ path, contentId }: DeletedFile): Promise<boolean> {
    try {
      return (await this.#deps.workspace.contentId(listedPath(path))) === contentId;
    } catch (error) {
      // What cannot be reached now is not the file that was deleted.
      if (isRefusal(error)) return false;
      throw error;
    }
  }

  async #known(person: PersonId, deletedFileId: DeletedFileId): Promise<DeletedFile> {
    const file = await this.#deps.deletedFiles.get(deletedFileId);
    if (!file || !this.#deps.places.of(person).has(file.path.split('/')))
      throw refuse.deleted_file_not_found();
    return file;
  }

  async #copied(held: HeldFile): Promise<Pick<DeletedFile, 'copyId' | 'contentId' | 'sizeBytes' | 'mode'>> {
    const { copies, ids } = this.#deps;
    const { fileBytes: mostBytes } = deletedFileLimits;
    if (held.sizeBytes > mostBytes) throw refuse.too_large_to_keep({ sizeBytes: held.sizeBytes, mostBytes });
    const copyId = ids.next();
    const { contentId, sizeBytes } = await copies.keep(copyId, held.content(), mostBytes);
    if (contentId === (await held.contentId())) return { copyId, contentId, sizeBytes, mode: held.mode };
    await copies.remove([copyId]).catch(() => undefined);
    throw refuseFile.file_changed();
  }

  /** Writes it to a path where nothing is, or finds it there; false if something else is there. */
  async #isBack(person: PersonId, file: DeletedFile, path: readonly string[]): Promise<boolean> {
    const { copies, workspace, writableFor } = this.#deps;
    const { copyId, contentId, mode } = file;
    try {
      const there = await workspace.contentId(path);
      if (there !== null) return there === contentId;
      await this.#checkCopy(file);
      await writableFor(person).write(path, copies.content(copyId), {
        mode,
        before: async (existing) => {
          if (existing) throw refuseFile.file_exists();
        },
      });
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Something took the name in this moment.
      if (error.code === 'file_exists') return false;
      if (error.code !== 'not_a_file' && error.code !== 'outside_workspace') throw error;
      // A folder or a link has the name. Where the folder itself cannot be reached, no name helps.
      await workspace.list(path.slice(0, -1), { depth: 1, most: 1 });
      return false;
    }
  }

  /** A copy that a failing disk changed must not come back as the file. */
  async #checkCopy({ copyId, contentId }: DeletedFile): Promise<void> {
    const { copies } = this.#deps;
    if ((await copies.contentId(copies.content(copyId))) !== contentId) throw refuseChangeset.copy_damaged();
  }

  async #expire(): Promise<ReadonlySet<DeletedFileId>> {
    const { deletedFiles, expiry } = this.#deps;
    const expired = expiredOf(await deletedFiles.all(), expiry.past(deletedFileLimits.keptDays * DAY_MS));
    for (const { deletedFileId } of expired)
      await this.#turns.run(deletedFileId, async () => {
        // It may have been brought back meanwhile.
        const file = await this.#deps.deletedFiles.get(deletedFileId);
        if (file) await this.#forget([file]);
      });
    return new Set(expired.map(({ deletedFileId }) => deletedFileId));
  }

  /** The record first: a copy that stays is removed by the next start. */
  async #forget(files: readonly DeletedFile[]): Promise<void> {
    if (files.length === 0) return;
    const { copies, journal, log } = this.#deps;
    const deletedFileIds = files.map(({ deletedFileId }) => deletedFileId);
    await journal.commit([{ change: 'deletedFile.forget', deletedFileIds }]);
    await copies
      .remove(files.map(({ copyId }) => copyId))
      .catch((error: unknown) => log.warn('copies of deleted files could not be removed', { error }));
  }
}
