import { refuse as refuseFile } from '../files/errors.ts';
import { isRefusal, type Refusal } from '../kernel/refusal.ts';
import type { Log } from '../ports/log.ts';
import type { HeldFile, HeldPaths } from '../ports/workspace.ts';
import { refuse } from './errors.ts';
import { isForeign, rollbackOf, withoutLast, type ChangedFile, type Original } from './model.ts';
import type { CopyStore } from './store.ts';

/** What a review has come to for one file. */
export interface Settled {
  readonly file: ChangedFile;
  /** What still waits for review. */
  readonly left: ChangedFile | null;
  /** Why it is not all that was asked for. */
  readonly reason: Refusal | null;
}

export interface FileRollbackDeps {
  readonly copies: Pick<CopyStore, 'content' | 'contentId'>;
  readonly log: Log;
}

/** Takes back what runs have done to files, one file at a time. */
export class FileRollback {
  readonly #deps: FileRollbackDeps;

  constructor(deps: FileRollbackDeps) {
    this.#deps = deps;
  }

  /**
   * Brings the file back to how it was before the first change, or as near to it as nothing that is not from a run is
   * destroyed. `files` has the turn of its path. Never rejects.
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

  /** Brings the file to where it was before the last stretch, if that destroys no change but the run's. */
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

  /** What the copy holds; null when it cannot be read. */
  async #copyId({ copyId }: Original): Promise<string | null> {
    try {
      return await this.#deps.copies.contentId(this.#deps.copies.content(copyId));
    } catch {
      return null;
    }
  }
}
