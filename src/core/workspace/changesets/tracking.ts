import { refuse as refuseFile } from '../files/errors.ts';
import { changesetLimits } from './limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Journal } from '../../ports/journal.ts';
import type { ChangesetChange, ChangesetStore, CopyStore } from './store.ts';
import type { HeldFile } from '../../ports/workspace.ts';
import { threadGoneOr } from '../../conversation/threads/errors.ts';
import type { ThreadStore } from '../../conversation/threads/store.ts';
import { refuse } from './errors.ts';
import {
  begun,
  changedBy,
  continued,
  isNextRun,
  type ChangedFile,
  type Content,
  type CopyId,
  type Original,
} from './model.ts';
import type { ChangeAuthor, ChangeTracker, FileChange } from '../files/port.ts';
import type { RevertedFiles } from './port.ts';

export interface TrackingDeps {
  readonly changesets: Pick<ChangesetStore, 'file' | 'keptBytes'>;
  readonly copies: Pick<CopyStore, 'keep' | 'contentId' | 'remove'>;
  readonly threads: Pick<ThreadStore, 'get'>;
  readonly journal: Journal<ChangesetChange>;
  readonly revertedFiles: RevertedFiles;
  readonly ids: Ids;
  readonly clock: Clock;
}

/**
 * Records every change before it is made: first the copy of the current content, then the row that names it, in a
 * separate commit. A crash after either leaves the file unchanged, and an unneeded copy or a record of a change
 * that did not happen.
 */
export class ChangesetTracker implements ChangeTracker {
  readonly #deps: TrackingDeps;

  constructor(deps: TrackingDeps) {
    this.#deps = deps;
  }

  async track(author: ChangeAuthor, changes: readonly FileChange[]): Promise<void> {
    const { clock, copies, journal, threads } = this.#deps;
    const { threadId, runId } = author;
    const kept: Original[] = [];
    /** Copies that belong to earlier steps, and are not needed any more. */
    const unneeded: CopyId[] = [];
    try {
      const files: ChangedFile[] = [];
      for (const change of changes) files.push(await this.#tracked(author, change, kept, unneeded));
      await journal.commit([{ change: 'changeset.track', threadId, runId, files, at: clock.now() }]);
      // If one remains, the next start removes it.
      await copies.remove(unneeded).catch(() => undefined);
    } catch (error) {
      // The caller needs the first error; the next start removes a remaining copy.
      await copies.remove(kept.map(({ copyId }) => copyId)).catch(() => undefined);
      throw await threadGoneOr(error, threadId, threads);
    }
  }

  async failed({ threadId, runId }: ChangeAuthor, paths: readonly string[]): Promise<void> {
    try {
      const recorded = await Promise.all(paths.map((path) => this.#deps.changesets.file(threadId, path)));
      const files = recorded.filter((file) => file !== null);
      await this.#deps.revertedFiles.settle({ threadId, runId, files }, true);
    } catch {
      // They stay pending; the review compares them with the files.
    }
  }

  async #tracked(
    { threadId, runId, isReview = false }: ChangeAuthor,
    { path, before, after }: FileChange,
    kept: Original[],
    unneeded: CopyId[],
  ): Promise<ChangedFile> {
    // No run leaves a file that is larger, so others wrote it: it is not read.
    const { copyBytes: mostBytes } = changesetLimits;
    if (before !== null && before.sizeBytes > mostBytes)
      throw refuse.too_large_to_undo({ sizeBytes: before.sizeBytes, mostBytes });
    const file = await this.#deps.changesets.file(threadId, path);
    const next = await this.#contentId(after);
    const known = continued(file, before && (await before.contentId()), next);
    if (known)
      return isReview ? known : await this.#byRun(known, { threadId, runId }, before, kept, unneeded);
    const original = before && (await this.#keep(threadId, before, kept));
    const begins = begun(path, file, original, next, this.#deps.ids.next());
    return isReview ? begins : changedBy(begins, runId, null);
  }

  /** The first change of a further run keeps what the file was before it, so that this run can be told from the others. */
  async #byRun(
    file: ChangedFile,
    { threadId, runId }: Pick<ChangeAuthor, 'threadId' | 'runId'>,
    before: HeldFile | null,
    kept: Original[],
    unneeded: CopyId[],
  ): Promise<ChangedFile> {
    const last = file.stretches.at(-1)?.step ?? null;
    if (!isNextRun(file, runId)) return changedBy(file, runId, last);
    if (last !== null) unneeded.push(last.copyId);
    // What is not shown as a diff needs no step, and no change is refused for the sake of one.
    const isShown = before !== null && before.sizeBytes <= changesetLimits.diffBytes;
    const step = isShown && (await this.#room(threadId, kept)) >= before.sizeBytes;
    return changedBy(file, runId, step ? await this.#keep(threadId, before, kept) : null);
  }

  async #room(threadId: ChangeAuthor['threadId'], kept: readonly Original[]): Promise<number> {
    const taken = kept.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return changesetLimits.setBytes - taken - (await this.#deps.changesets.keptBytes(threadId));
  }

  async #contentId(after: FileChange['after']): Promise<Content> {
    if (after === null) return null;
    return after instanceof Uint8Array ? await this.#deps.copies.contentId(after) : await after.contentId();
  }

  async #keep(threadId: ChangeAuthor['threadId'], held: HeldFile, kept: Original[]): Promise<Original> {
    const mostBytes = Math.min(changesetLimits.copyBytes, await this.#room(threadId, kept));
    if (held.sizeBytes > mostBytes)
      throw refuse.too_large_to_undo({ sizeBytes: held.sizeBytes, mostBytes: Math.max(0, mostBytes) });
    const copyId = this.#deps.ids.next();
    const { contentId, sizeBytes } = await this.#deps.copies.keep(copyId, held.content(), mostBytes);
    const original = { copyId, contentId, sizeBytes, mode: held.mode };
    kept.push(original);
    if (contentId !== (await held.contentId())) throw refuseFile.file_changed();
    return original;
  }
}
