import { collected } from '../../kernel/bytes.ts';
import { bytesOf, textIn } from '../../kernel/file-text.ts';
import type { RunId, ThreadId } from '../../kernel/ids.ts';
import type { Workspace } from '../../ports/workspace.ts';
import type { HoldsIdleThreads } from '../../conversation/threads/port.ts';
import { refuse as refuseThread } from '../../conversation/threads/errors.ts';
import { refuse as refuseFile } from '../files/errors.ts';
import type { ChangeTracker } from '../files/port.ts';
import { refuse } from './errors.ts';
import { changesetLimits } from './limits.ts';
import { isAlsoFromOthers, originalOf, stepOf, type ChangedFile, type Original } from './model.ts';
import type { RevertedFiles, WithoutPart } from './port.ts';
import type { ChangesetStore, CopyStore } from './store.ts';

export interface PartUndoingDeps {
  readonly changesets: Pick<ChangesetStore, 'pendingIn'>;
  readonly copies: Pick<CopyStore, 'content' | 'contentId'>;
  readonly workspace: Pick<Workspace, 'change' | 'contentId'>;
  readonly holds: HoldsIdleThreads;
  readonly tracker: ChangeTracker;
  readonly revertedFiles: RevertedFiles;
  readonly withoutPart: WithoutPart;
}

/** A part of the diff of a file that waits for review. */
export interface ChangedPart {
  /** The run that the changes belong to. */
  readonly runId: RunId;
  readonly path: string;
  /** As the diff shows it, from its heading on. */
  readonly part: string;
}

/**
 * Undoes a part of what runs did to a file. It is recorded as one more change of the run, so the rest waits for review as
 * before, and all of it can still be undone.
 */
export class PartUndoing {
  readonly #deps: PartUndoingDeps;

  constructor(deps: PartUndoingDeps) {
    this.#deps = deps;
  }

  /**
   * Do not repeat it: the diff has the part no more.
   * @throws Refusal run_in_progress, no_changeset, changeset_run_stale, not_in_changeset, no_such_part, changed_meanwhile,
   *   copy_damaged, letter_without_place, file_changed, file_not_found, disk_full; nothing is changed then
   */
  async undo(threadId: ThreadId, { runId, path, part }: ChangedPart): Promise<void> {
    await this.#deps.holds.holdUnlessRunning(threadId, async (running) => {
      if (running !== null) throw refuseThread.run_in_progress({ runId: running });
      const set = await this.#deps.changesets.pendingIn(threadId);
      if (set === null) throw refuse.no_changeset({ runId: null });
      if (set.runId !== runId) throw refuse.changeset_run_stale({ runId: set.runId });
      const file = set.files.find((one) => one.path === path);
      if (!file) throw refuse.not_in_changeset({ paths: [path] });
      await this.#undo(threadId, runId, file, part);
      const left = await this.#deps.changesets.pendingIn(threadId);
      if (left) await this.#deps.revertedFiles.settle(left, false);
    });
  }

  async #undo(threadId: ThreadId, runId: RunId, file: ChangedFile, part: string): Promise<void> {
    const { workspace, tracker, withoutPart } = this.#deps;
    const { path } = file;
    const segments = path.split('/');
    if (isAlsoFromOthers(file, await workspace.contentId(segments))) throw refuse.changed_meanwhile();
    const bases = await this.#bases(file);
    const made = (content: Uint8Array): Uint8Array => {
      const now = textIn(content);
      if (now === null) throw refuse.no_such_part();
      const texts = bases.map((before) => withoutPart(before, now.text, part));
      const text = texts.find((one) => one !== null) ?? null;
      if (text === null) throw refuse.no_such_part();
      const bytes = bytesOf({ ...now, text });
      if (bytes === null) throw refuseFile.letter_without_place({ encoding: now.encoding });
      return bytes;
    };
    const author = { threadId, runId, signal: new AbortController().signal, isReview: true };
    let isTracked = false;
    try {
      await workspace.change(segments, changesetLimits.diffBytes, made, {
        before: async (held, after) => {
          if (isAlsoFromOthers(file, await held.contentId())) throw refuseFile.file_changed();
          await tracker.track(author, [{ path, before: held, after }]);
          isTracked = true;
        },
      });
    } catch (error) {
      if (isTracked) await tracker.failed(author, [path]);
      throw error;
    }
  }

  /** What its diffs are made from: the text before the first change, and the one before the last run. */
  async #bases(file: ChangedFile): Promise<readonly string[]> {
    const kept = [originalOf(file), stepOf(file)].filter((one) => one !== null);
    const texts: string[] = [];
    for (const one of kept) texts.push(await this.#textOf(one));
    return texts;
  }

  async #textOf(original: Original): Promise<string> {
    const { copies } = this.#deps;
    const bytes = await collected(copies.content(original.copyId)).catch((cause: unknown) => {
      throw refuse.copy_damaged({}, undefined, cause);
    });
    if ((await copies.contentId(bytes)) !== original.contentId) throw refuse.copy_damaged();
    const text = textIn(bytes)?.text;
    if (text === undefined) throw refuse.no_such_part();
    return text;
  }
}
