import type { Whose } from '../../trust/people/model.ts';
import type { DeletedFileId, RunId, ThreadId } from '../../kernel/ids.ts';
import { changesetLimits } from './limits.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ChangesetChange, ChangesetStore, CopyStore } from './store.ts';
import type { Log } from '../../ports/log.ts';
import type { Workspace } from '../../ports/workspace.ts';
import type { HoldsIdleThreads } from '../../conversation/threads/port.ts';
import { refuse, refusedReview } from './errors.ts';
import {
  copiesOf,
  decide,
  earlierVersionsOf,
  isAlsoFromOthers,
  isLeftDeleted,
  isUnchanged,
  originalOf,
  stepOf,
  type ChangedFile,
  type CopyId,
  type Decisions,
  type PendingSet,
  type WaitingSet,
  type Review,
} from './model.ts';
import { conflictsIn } from './conflicts.ts';
import type { EarlierVersion, EarlierVersions, KeepEarlier, UnifiedDiff } from './port.ts';
import { DiffBudget, noDiff, shownDiff, type ShownDiff } from './shown-diff.ts';
import { FileRollback, type Settled } from './rollback.ts';
import type { Words } from '../../ports/words.ts';
import type { Says } from '../../kernel/says.ts';

export interface ChangesetServiceDeps {
  readonly changesets: ChangesetStore;
  readonly copies: CopyStore;
  readonly workspace: Workspace;
  readonly journal: Journal<ChangesetChange | KeepEarlier>;
  readonly earlierVersions: EarlierVersions;
  readonly holds: HoldsIdleThreads;
  readonly diff: UnifiedDiff;
  readonly log: Log;
  readonly words: Words;
}

export interface ShownFile extends ShownDiff {
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted';
  /** Others changed the file since the first change of a run, so the diff shows their changes, too. */
  readonly alsoChangedByOthers?: true;
  /** What the last run changed, where others of this thread changed the file before it. */
  readonly lastRun?: Pick<ShownDiff, 'diff' | 'linesAdded' | 'linesRemoved'>;
}

export interface ShownSet {
  readonly runId: RunId;
  readonly files: readonly ShownFile[];
}

export interface Reviewed {
  readonly accepted: number;
  readonly rolledBack: number;
  /** What kept files were before, among the deleted files: of each file the newest version that is kept. */
  readonly earlier: readonly { readonly path: string; readonly deletedFileId: DeletedFileId }[];
  /**
   * Files that wait for another review. They are unchanged or, with the code changed_between, restored to a change that
   * others made between two runs. The reason is a sentence for the owner.
   */
  readonly failed: readonly {
    readonly path: string;
    readonly code: string;
    readonly reason: string;
    readonly says: readonly Says[];
  }[];
}

/** Changes of runs, for their owner to keep or undo. */
export class ChangesetService {
  readonly #deps: ChangesetServiceDeps;
  readonly #rollback: FileRollback;

  constructor(deps: ChangesetServiceDeps) {
    this.#deps = deps;
    this.#rollback = new FileRollback(deps);
  }

  /** Every conversation whose changes wait for review, those of steps of workflows included; the latest run's first. */
  async waiting(whose: Whose, limit: number): Promise<readonly WaitingSet[]> {
    return await this.#deps.changesets.waiting(whose, limit);
  }

  /** Null if nothing waits for review. Compared with the current files. */
  async pending(threadId: ThreadId): Promise<ShownSet | null> {
    const set = await this.#deps.changesets.pendingIn(threadId);
    if (!set) return null;
    const budget = new DiffBudget();
    const files: ShownFile[] = [];
    for (const file of set.files) {
      const shown = await this.#shown(file, budget);
      if (shown) files.push(shown);
    }
    return files.length === 0 ? null : { runId: set.runId, files };
  }

  /** The threads in which changes of this file wait for review. */
  async threadsChanging(whose: Whose, path: string): Promise<readonly ThreadId[]> {
    return await this.#deps.changesets.threadsChanging(whose, path);
  }

  /**
   * Accepts or rolls back the pending changes, file by file. What an accepted file was before is a deleted file from then
   * on, within the limits of those. Never overwrites a change by others. Repeatable after an
   * interruption: each file is then as before or as decided.
   * @throws Refusal run_in_progress, changeset_run_required, changeset_run_stale, no_changeset,
   *   not_in_changeset, files_missing, files_only_for_partial; disk_full, storage_error if the outcome could not be
   *   recorded, and then the set stays pending
   */
  async review(threadId: ThreadId, review: Review): Promise<Reviewed> {
    return await this.#deps.holds.holdUnlessRunning(threadId, async (running) => {
      const set = await this.#deps.changesets.pendingIn(threadId);
      const decided = decide(set, review, running !== null);
      if ('refused' in decided) throw refusedReview(decided, set?.runId ?? null);
      const { settled, earlier } = await this.#settle(threadId, decided);
      const counted = (files: readonly ChangedFile[]) => {
        const paths = new Set(files.map(({ path }) => path));
        return settled.filter(
          ({ file, reason }) => reason === null && paths.has(file.path) && !isUnchanged(file),
        ).length;
      };
      return {
        accepted: counted(decided.accepted),
        rolledBack: counted(decided.rolledBack),
        earlier: await this.#stillKept(earlier),
        failed: failedOf(settled, this.#deps.words),
      };
    });
  }

  /** @throws Refusal changes_pending, with the run and the number of files that wait for review in this thread */
  async confirmReviewed(threadId: ThreadId): Promise<void> {
    const set = await this.#deps.changesets.pendingIn(threadId);
    const fileCount = set ? await this.#countChanged(set) : 0;
    if (set && fileCount > 0) throw refuse.changes_pending({ runId: set.runId, fileCount });
  }

  /**
   * Ends the set of a thread before the thread is deleted: keeps or undoes all of it, as `review` does, then calls `drop`.
   * No run of the thread may be in progress.
   * @throws Refusal changes_not_undone, and the errors of `drop`; what could not be undone then stays pending
   */
  async dissolve(threadId: ThreadId, how: 'keep' | 'undo', drop: () => Promise<void>): Promise<void> {
    const set = await this.#deps.changesets.pendingIn(threadId);
    if (!set) return await drop();
    const decided =
      how === 'keep' ? { accepted: set.files, rolledBack: [] } : { accepted: [], rolledBack: set.files };
    const { settled } = await this.#settle(threadId, decided);
    await this.#deps.earlierVersions.letGo();
    const failed = failedOf(settled, this.#deps.words);
    if (failed.length > 0)
      throw refuse.changes_not_undone({ failed: failed.slice(0, changesetLimits.pathsTold) });
    await drop();
  }

  /**
   * At start: removes copies that no pending change and no deleted file needs, and temporary files that a killed engine left beside pending
   * files. A failure is logged.
   */
  async sweep(): Promise<void> {
    const { changesets, copies, workspace, log } = this.#deps;
    try {
      const { copyIds, paths } = await changesets.inUse();
      await copies.remove((await copies.all()).filter((copyId) => !copyIds.has(copyId)));
      await workspace.sweepBeside(paths.map((path) => path.split('/')));
    } catch (error) {
      log.warn('copies of reviewed changes could not be removed', { error });
    }
  }

  /**
   * Holds the locks of all its files from the first read until the copies are removed. A write in flight finishes first,
   * and a later write finds the updated rows.
   */
  async #settle(
    threadId: ThreadId,
    { accepted, rolledBack }: Decisions,
  ): Promise<{ readonly settled: readonly Settled[]; readonly earlier: readonly KeepEarlier[] }> {
    const paths = [...accepted, ...rolledBack].map(({ path }) => path.split('/'));
    return await this.#deps.workspace.whileHeld(paths, async (files) => {
      // A write in flight may have been recorded since the set was read.
      const set = await this.#deps.changesets.pendingIn(threadId);
      const now = new Map(set?.files.map((file) => [file.path, file]));
      const asIs = (file: ChangedFile): ChangedFile => now.get(file.path) ?? file;
      const decided = { accepted: accepted.map(asIs), rolledBack: rolledBack.map(asIs) };
      const elsewhere = await this.#deps.changesets.elsewhere(
        threadId,
        rolledBack.map(({ path }) => path),
      );
      const conflicts = await conflictsIn(decided, set?.files ?? [], elsewhere, files);
      const kept = new Set(decided.accepted);
      const settled: Settled[] = [];
      for (const file of [...decided.accepted, ...decided.rolledBack]) {
        const reason = conflicts.get(file);
        if (reason !== undefined) settled.push({ file, left: file, reason });
        else if (kept.has(file)) settled.push({ file, left: null, reason: null });
        else settled.push(await this.#rollback.rollBack(file, files));
      }
      const earlier = this.#deps.earlierVersions.keeping(
        settled.flatMap(({ file, reason }) =>
          // Of a file that is in the set no more, the copies are gone.
          reason === null && kept.has(file) && now.has(file.path) ? earlierOf(file) : [],
        ),
      );
      await this.#deps.journal.commit([{ change: 'changeset.settle', threadId, files: settled }, ...earlier]);
      const needed = new Set([
        ...earlier.map(({ file }) => file.copyId),
        ...settled.flatMap(({ left }) => (left ? copiesOf(left) : [])),
      ]);
      await this.#forget(
        settled.flatMap(({ file }) => copiesOf(file)).filter((copyId) => !needed.has(copyId)),
      );
      return { settled, earlier };
    });
  }

  /** The newest version of each file, without those that the limits let go at once. */
  async #stillKept(earlier: readonly KeepEarlier[]): Promise<Reviewed['earlier']> {
    const gone = await this.#deps.earlierVersions.letGo();
    const left = earlier.map(({ file }) => file).filter(({ deletedFileId }) => !gone.has(deletedFileId));
    const newest = new Map(left.map(({ path, deletedFileId }) => [path, deletedFileId]));
    return [...newest].map(([path, deletedFileId]) => ({ path, deletedFileId }));
  }

  /** How many of the files differ from their state before the first run. */
  async #countChanged({ files }: PendingSet): Promise<number> {
    let count = 0;
    for (const file of files) if (!(await this.#isAsBefore(file))) count += 1;
    return count;
  }

  async #isAsBefore(file: ChangedFile): Promise<boolean> {
    try {
      const current = await this.#deps.workspace.contentId(file.path.split('/'));
      return current === (originalOf(file)?.contentId ?? null);
    } catch (error) {
      // Something other than a file is there now.
      if (!isRefusal(error)) throw error;
      return false;
    }
  }

  /** Null if the file has its original content. */
  async #shown(file: ChangedFile, budget: DiffBudget): Promise<ShownFile | null> {
    const { workspace, copies, diff, log } = this.#deps;
    const original = originalOf(file);
    const before = original && { ...original, content: () => copies.content(original.copyId) };
    let status: ShownFile['status'] = original ? 'modified' : 'added';
    try {
      const current = await workspace.find(file.path.split('/')).catch(nothingFound);
      const contentId = current && (await copies.contentId(current.content()));
      if (contentId === (original?.contentId ?? null)) return null;
      if (current === null) status = 'deleted';
      const others = isAlsoFromOthers(file, contentId) ? { alsoChangedByOthers: true as const } : {};
      const difference = await shownDiff(file.path, before, current, budget, diff);
      const lastRun = current === null ? {} : await this.#lastRun(file, current, budget);
      return { path: file.path, status, ...others, ...difference, ...lastRun };
    } catch (error) {
      // The path holds something other than a file, or it is changing, or its copy cannot be read: shown without a diff.
      if (!isRefusal(error)) throw error;
      if (error.code === 'copy_damaged')
        log.warn('the copy of a changed file could not be read', {
          copyId: original?.copyId,
          error: error.cause ?? error,
        });
      return { path: file.path, status, ...noDiff };
    }
  }

  /** Nothing is said of it where there is nothing to show, or its copy cannot be read. */
  async #lastRun(
    file: ChangedFile,
    current: Parameters<typeof shownDiff>[2],
    budget: DiffBudget,
  ): Promise<Pick<ShownFile, 'lastRun'>> {
    const { copies, diff, log } = this.#deps;
    const step = stepOf(file);
    if (step === null) return {};
    const before = { ...step, content: () => copies.content(step.copyId) };
    try {
      const shown = await shownDiff(file.path, before, current, budget, diff);
      const { linesAdded, linesRemoved } = shown;
      return shown.diff === '' ? {} : { lastRun: { diff: shown.diff, linesAdded, linesRemoved } };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      log.warn('the copy of a changed file could not be read', { copyId: step.copyId, error });
      return {};
    }
  }

  /** Removes unneeded copies. If one remains, the next start removes it. */
  async #forget(copyIds: readonly CopyId[]): Promise<void> {
    const { copies, log } = this.#deps;
    await copies
      .remove(copyIds)
      .catch((error: unknown) => log.warn('copies of reviewed changes could not be removed', { error }));
  }
}

const earlierOf = (file: ChangedFile): readonly EarlierVersion[] =>
  earlierVersionsOf(file).map((version) => ({ path: file.path, version, isDeleted: isLeftDeleted(file) }));

const failedOf = (settled: readonly Settled[], { inEnglish }: Words) =>
  settled.flatMap(({ file: { path }, reason }) =>
    reason === null ? [] : [{ path, code: reason.code, reason: inEnglish(reason.says), says: reason.says }],
  );

function nothingFound(error: unknown): null {
  if (isRefusal(error) && error.code === 'file_not_found') return null;
  throw error;
}
