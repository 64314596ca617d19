import type { Whose } from '../../trust/people/model.ts';
import type { ThreadId } from '../../kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import { refuse as refuseThread } from '../threads/errors.ts';
import type { ThreadStore } from '../threads/store.ts';
import { folderFrom, type Folder } from './model.ts';
import type { FolderChange, FolderStore } from './store.ts';

export interface FolderServiceDeps {
  readonly journal: Journal<FolderChange>;
  readonly folders: FolderStore;
  readonly threads: Pick<ThreadStore, 'get'>;
  readonly clock: Clock;
}

/** Pins threads and puts them into folders. */
export class FolderService {
  readonly #deps: FolderServiceDeps;

  constructor(deps: FolderServiceDeps) {
    this.#deps = deps;
  }

  /** By name. */
  async list(whose: Whose): Promise<readonly Folder[]> {
    return await this.#deps.folders.folders(whose);
  }

  /**
   * Pins these threads or not, and moves them into a folder, or with null into none; what is not given stays. Repeatable.
   * @throws Refusal thread_not_found, invalid_folder; then nothing has changed
   */
  async place(
    whose: Whose,
    threadIds: readonly ThreadId[],
    { pinned, folder: named }: { readonly pinned?: boolean; readonly folder?: string | null },
  ): Promise<void> {
    const { journal, threads, clock } = this.#deps;
    const folder = typeof named === 'string' ? folderFrom(named) : named;
    for (const threadId of threadIds)
      if (!(await threads.get(whose, threadId))) throw refuseThread.thread_not_found();
    const set = {
      ...(pinned === undefined ? {} : { pinnedAt: pinned ? clock.now() : null }),
      ...(folder === undefined ? {} : { folder }),
    };
    await journal
      .commit([...new Set(threadIds)].map((threadId) => ({ change: 'thread.place', threadId, ...set })))
      .catch((error: unknown) => {
        throw isJournalConflict(error) ? refuseThread.thread_not_found() : error;
      });
  }
}
