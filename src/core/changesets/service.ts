import type { RunId, SessionId } from '../kernel/ids.ts';
import { isRefusal } from '../kernel/refusal.ts';
import type { Journal } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { HeldFile, Workspace } from '../ports/workspace.ts';
import { refuse as refuseFile } from '../files/errors.ts';
import type { RunService } from '../runs/service.ts';
import { refuse as refuseSession } from '../sessions/errors.ts';
import type { SessionStore } from '../sessions/store.ts';
import { refuse, refusedReview } from './errors.ts';
import {
  copiesOf,
  decide,
  isForeign,
  isUnchanged,
  originalOf,
  wayBack,
  withoutLast,
  type ChangedFile,
  type Original,
  type Review,
} from './model.ts';
import type { UnifiedDiff } from './port.ts';
import { DiffBudget, noDiff, shownDiff, type ShownDiff } from './shown-diff.ts';
import type { ChangesetStore, CopyStore } from './store.ts';

export interface ChangesetServiceDeps {
  readonly changesets: ChangesetStore;
  readonly copies: CopyStore;
  readonly workspace: Workspace;
  readonly journal: Journal;
  readonly sessions: SessionStore;
  readonly runs: Pick<RunService, 'whileIdle'>;
  readonly diff: UnifiedDiff;
  readonly log: Log;
}

export interface ShownFile extends ShownDiff {
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted';
}

export interface ShownSet {
  readonly runId: RunId;
  readonly files: readonly ShownFile[];
}

export interface Reviewed {
  readonly accepted: number;
  readonly rolledBack: number;
  /** These were left as they are and wait for another review; the reason is a sentence for the owner. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
}

interface Settled {
  readonly file: ChangedFile;
  /** What still waits for review. */
  readonly left: ChangedFile | null;
  readonly reason: string | null;
}

/** What runs have changed, for their owner to keep or to take back. */
export class ChangesetService {
  readonly #deps: ChangesetServiceDeps;

  constructor(deps: ChangesetServiceDeps) {
    this.#deps = deps;
  }

  /** Null when nothing waits for review. Compared with the files as they are now. @throws Refusal session_not_found */
  async pending(sessionId: SessionId): Promise<ShownSet | null> {
    await this.#confirmSession(sessionId);
    const set = await this.#deps.changesets.pendingIn(sessionId);
    if (!set) return null;
    const budget = new DiffBudget();
    const files: ShownFile[] = [];
    for (const file of set.files) {
      const shown = await this.#shown(file, budget);
      if (shown) files.push(shown);
    }
    return files.length === 0 ? null : { runId: set.runId, files };
  }

  /**
   * Accepts or rolls back what waits for review, file by file. A file that somebody else has changed is not rolled
   * back over their change. May be repeated when it was cut off: each file is as before or as decided.
   * @throws Refusal session_not_found, run_in_progress, changeset_run_required, changeset_run_stale, no_changeset,
   *   not_in_changeset, files_missing, files_only_for_partial; disk_full, storage_error where the outcome could not be
   *   written down, and then the set waits on
   */
  async review(sessionId: SessionId, review: Review): Promise<Reviewed> {
    await this.#confirmSession(sessionId);
    return await this.#deps.runs.whileIdle(sessionId, async (running) => {
      const set = await this.#deps.changesets.pendingIn(sessionId);
      const decided = decide(set, review, running !== null);
      if ('refused' in decided) throw refusedReview(decided, set?.runId ?? null);
      const settled: Settled[] = decided.accepted.map((file) => ({ file, left: null, reason: null }));
      for (const file of decided.rolledBack) settled.push(await this.#rolledBack(file));
      await this.#deps.journal.commit([{ change: 'changeset.settle', sessionId, files: settled }]);
      await this.#forget(settled);
      const counted = (files: readonly ChangedFile[]) =>
        settled.filter(({ file, reason }) => reason === null && files.includes(file) && !isUnchanged(file))
          .length;
      return {
        accepted: counted(decided.accepted),
        rolledBack: counted(decided.rolledBack),
        failed: settled.flatMap(({ file: { path }, reason }) => (reason === null ? [] : [{ path, reason }])),
      };
    });
  }

  /** At start: takes away the copies that no pending change needs. What goes wrong is a line in the log. */
  async sweep(): Promise<void> {
    const { changesets, copies, log } = this.#deps;
    try {
      const inUse = await changesets.copiesInUse();
      await copies.remove((await copies.all()).filter((copyId) => !inUse.has(copyId)));
    } catch (error) {
      log.warn('copies of reviewed changes could not be removed', { error });
    }
  }

  async #confirmSession(sessionId: SessionId): Promise<void> {
    if (!(await this.#deps.sessions.get(sessionId))) throw refuseSession.session_not_found();
  }

  /** Null when the file is as it was. */
  async #shown(file: ChangedFile, budget: DiffBudget): Promise<ShownFile | null> {
    const { workspace, copies, diff } = this.#deps;
    const original = originalOf(file);
    const before = original && { ...original, content: () => copies.content(original.copyId) };
    let status: ShownFile['status'] = original ? 'modified' : 'added';
    try {
      const current = await workspace.find(file.path.split('/')).catch(nothingFound);
      const contentId = current && (await copies.contentId(current.content()));
      if (contentId === (original?.contentId ?? null)) return null;
      if (current === null) status = 'deleted';
      return { path: file.path, status, ...(await shownDiff(file.path, before, current, budget, diff)) };
    } catch (error) {
      // Something that is no file is there now, or it is being changed, or its copy cannot be read: told without a diff.
      if (!isRefusal(error)) throw error;
      return { path: file.path, status, ...noDiff };
    }
  }

  async #rolledBack(file: ChangedFile): Promise<Settled> {
    try {
      await this.#undoLast(file);
      const left = withoutLast(file);
      if (!left) return { file, left, reason: null };
      if (isForeign(file, left)) return { file, left, reason: refuse.changed_between().message };
      return { ...(await this.#rolledBack(left)), file };
    } catch (error) {
      if (isRefusal(error)) return { file, left: file, reason: error.message };
      this.#deps.log.error('a file could not be rolled back', { error });
      return { file, left: file, reason: refuse.not_rolled_back().message };
    }
  }

  /** Brings the file to where it was before the last stretch, if nothing of anybody else is destroyed by that. */
  async #undoLast({ path, stretches }: ChangedFile): Promise<void> {
    const { workspace, copies } = this.#deps;
    const segments = path.split('/');
    const last = stretches.at(-1);
    if (!last) return;
    const current = await workspace.contentId(segments);
    const back = wayBack(last, current);
    const before = async (held: HeldFile | null): Promise<void> => {
      if ((held && (await held.contentId())) !== current) throw refuseFile.file_changed();
    };
    switch (back.way) {
      case 'there':
        return;
      case 'foreign':
        throw refuse.changed_meanwhile();
      case 'remove':
        if (current !== null) await workspace.remove(segments, before);
        return;
      case 'restore': {
        const { copyId, contentId, mode } = back.original;
        if ((await this.#copyId(back.original)) !== contentId) throw refuse.copy_damaged();
        await workspace.write(segments, copies.content(copyId), { mode, before });
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

  /** The copies that nothing needs any more. One that stays is swept at the next start. */
  async #forget(settled: readonly Settled[]): Promise<void> {
    const { copies, log } = this.#deps;
    const gone = settled.flatMap(({ file, left }) => {
      const needed = new Set(left ? copiesOf(left) : []);
      return copiesOf(file).filter((copyId) => !needed.has(copyId));
    });
    await copies
      .remove(gone)
      .catch((error: unknown) => log.warn('copies of reviewed changes could not be removed', { error }));
  }
}

function nothingFound(error: unknown): null {
  if (isRefusal(error) && error.code === 'file_not_found') return null;
  throw error;
}
