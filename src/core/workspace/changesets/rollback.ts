import { refuse as refuseFile } from '../files/errors.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import type { Log } from '../../ports/log.ts';
import type { HeldFile, HeldPaths } from '../../ports/workspace.ts';
import { refuse } from './errors.ts';
import { isForeign, rollbackOf, withoutLast, type ChangedFile, type Original } from './model.ts';
import type { CopyStore } from './store.ts';

/** The result of a review for one file. */
export interface Settled {
  readonly file: ChangedFile;
  /** What still waits for review. */
  readonly left: ChangedFile | null;
  /** Why this differs from what the review requested. */
  readonly reason: Refusal | null;
}

export interface FileRollbackDeps {
  readonly copies: Pick<CopyStore, 'content' | 'contentId'>;
  readonly log: Log;
}

/** Undoes changes of runs, one file at a time. */
export class FileRollback {
  readonly #deps: FileRollbackDeps;

  constructor(deps: FileRollbackDeps) {
    this.#deps = deps;
  }

  /**
   * Restores the file from before the first change, or the earliest state that destroys no change by others. The caller
   * holds the lock of its path (`files`). Never rejects.
   */
  async rollBack(file: ChangedFile, files: HeldPaths): Promise<Settled> {
    try {
      await this.#undoLast(file, files);
      const left = withoutLast(file);
      if (!left) return { file, left, reason: null };
      if (isForeign(file, left)) return { file, left, reason: refuse.changed_between() };
      return { ...(await this.rollBack(left, files)), file };
    } catch (error) {
      if (isRefusal(error)) return { file, left: file, reason: error };
      this.#deps.log.error('a file could not be rolled back', { error });
      return { file, left: file, reason: refuse.not_rolled_back() };
    }
  }

  /** Restores the file from before the last stretch, if that destroys only changes of the run. */
  async #undoLast({ path, stretches }: ChangedFile, files: HeldPaths): Promise<void> {
    const { copies } = this.#deps;
    const segments = path.split('/');
    const last = stretches.at(-1);
    if (!last) return;
    const current = await files.contentId(segments);
    const back = rollbackOf(last, current);
    const before = async (held: HeldFile | null): Promise<void> => {
      if ((held && (await held.contentId())) !== current) throw refuseFile.file_changed();
    };
    switch (back.way) {
      case 'there':
        return;
      case 'foreign':
        throw refuse.changed_meanwhile();
      case 'remove':
        if (current !== null) await files.remove(segments, { before });
        return;
      case 'restore': {
        const { copyId, contentId, mode } = back.original;
        if ((await this.#copyId(back.original)) !== contentId) throw refuse.copy_damaged();
        await files.write(segments, copies.content(copyId), { mode, before });
        return;
      }
    }
  }

  /** The content of the copy; null if it cannot be read. */
  async #copyId({ copyId }: Original): Promise<string | null> {
    try {
      return await this.#deps.copies.contentId(this.#deps.copies.content(copyId));
    } catch {
      return null;
    }
  }
}
